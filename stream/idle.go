// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"

	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// whenIdle asks once whether all work is done. If so it runs the plain synchronize with
// the stream locked: with work enqueued in between, the plain synchronize would wait
// beyond the end of ctx.
func (st *state) whenIdle(ctx context.Context, poll func() (bool, error), mode waitMode) (done bool, err error) {
	if st.core.Foreign {
		return st.whenForeignIdle(ctx, poll, mode)
	}
	if done, err := poll(); !done || err != nil {
		return done, err
	}
	st.core.LockState() // a Close may have sealed it meanwhile, and waits for the lease
	defer st.core.Unlock()
	if done, err := poll(); !done || err != nil {
		return done, err
	}
	err = st.blockUntilDone()
	if mode == seal && completed(err) {
		st.core.Seal()
	}
	return true, err
}

// whenForeignIdle is whenIdle for a stream that other code enqueues on too, which the lock does
// not keep away. The plain synchronize is given up when ctx ends, and without the lock it also
// waits for what is enqueued here meanwhile.
func (st *state) whenForeignIdle(ctx context.Context, poll func() (bool, error), mode waitMode) (done bool, err error) {
	c := st.core
	work := c.Enqueued()
	if done, err := poll(); !done || err != nil {
		return done, err
	}
	const op = "aclrtSynchronizeStream"
	status, err := core.Within(ctx, c.Node, op, func() driver.Status { return c.Device.Driver.SynchronizeStream(c.Device.Context, c.Handle) },
		func(late driver.Status) { c.Observe(op, late, true) })
	if err != nil {
		return false, err
	}
	err = aclerr.Of(op, c.ObserveReported(op, status, true))
	if mode == seal && completed(err) && !c.SealAfter(work) {
		return false, nil // more has been enqueued
	}
	return true, err
}

// blockUntilDone is the plain synchronize.
func (st *state) blockUntilDone() error {
	c := st.core
	const op = "aclrtSynchronizeStream"
	return aclerr.Of(op, c.ObserveReported(op, c.Device.Driver.SynchronizeStream(c.Device.Context, c.Handle), true))
}
