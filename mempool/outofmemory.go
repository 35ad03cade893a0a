// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/exhaustion"
)

// OutOfMemoryError is the error of an allocation that has found no memory. Its figures are in
// bytes, at that moment. It is [acl.ErrOutOfMemory], and wraps the error of the call of ACL. Its
// text is one line; %+v prints everything.
type OutOfMemoryError struct {
	Pool, Stream string // names
	// Index is the index of the size that was refused, among Together sizes of a
	// MallocAsyncN. Both are 0 for a single allocation.
	Index, Together int

	Requested uint64 // requested by the program
	Rounded   uint64 // needed from the pool
	Used      uint64 // in live blocks of the pool
	Cached    uint64 // reserved and not used
	Pending   uint64 // part of Cached whose frees have not executed
	Limit     uint64 // largest size of the pool

	DeviceFree  uint64 // free memory of the device
	DeviceTotal uint64 // memory of the device
	// OfDevice is true if the device has too little memory, and false if the pool has.
	OfDevice bool
	// PendingOn names the streams that pending frees of the pool wait for.
	PendingOn []string
	// Others are the other pools of the device that hold memory, if OfDevice is true.
	Others []PoolUsage
	Err    error // error of the call of ACL

	advice string // what the program can do
}

// PoolUsage is the memory that a pool of the device holds, in bytes.
type PoolUsage struct {
	Pool    string   // its name
	Used    uint64   // in live blocks
	Cached  uint64   // reserved and not used
	Pending uint64   // part of Cached whose frees have not executed
	Streams []string // names of the streams that pending frees wait for
}

// outOfMemory returns the public form of an error of package exhaustion, with the errors that
// ended the wait for memory. It returns nil for any other error.
func outOfMemory(err error) error {
	r, ok := errors.AsType[*exhaustion.Report](err)
	if !ok {
		return nil
	}
	e := &OutOfMemoryError{
		Pool: r.Pool, Stream: r.Stream, Index: r.Index, Together: r.Together,
		Requested: r.Requested, Rounded: r.Rounded, Used: r.Used, Cached: r.Cached, Pending: r.Pending, Limit: r.Limit,
		DeviceFree: r.DeviceFree, DeviceTotal: r.DeviceTotal, OfDevice: r.OfDevice,
		PendingOn: r.PendingOn, Err: r.Err, advice: r.Advice,
	}
	for _, o := range r.Others {
		e.Others = append(e.Others, PoolUsage(o))
	}
	if len(r.Waits) > 0 {
		return fmt.Errorf("%w; %w", e, errors.Join(r.Waits...))
	}
	return e
}

// report is the inverse of outOfMemory, for the texts.
func (e *OutOfMemoryError) report() *exhaustion.Report {
	r := &exhaustion.Report{
		Pool: e.Pool, Stream: e.Stream, Index: e.Index, Together: e.Together,
		Requested: e.Requested, Rounded: e.Rounded, Used: e.Used, Cached: e.Cached, Pending: e.Pending, Limit: e.Limit,
		DeviceFree: e.DeviceFree, DeviceTotal: e.DeviceTotal, OfDevice: e.OfDevice,
		PendingOn: e.PendingOn, Err: e.Err, Advice: e.advice,
	}
	for _, o := range e.Others {
		r.Others = append(r.Others, exhaustion.PoolUsage(o))
	}
	return r
}

// Error returns the request, the figures and what the program can do, in one line.
func (e *OutOfMemoryError) Error() string { return e.report().Error() }

// Is reports whether target is [acl.ErrOutOfMemory].
func (e *OutOfMemoryError) Is(target error) bool { return target == acl.ErrOutOfMemory }

// Unwrap returns Err.
func (e *OutOfMemoryError) Unwrap() error { return e.Err }

// Format prints the text of Error, and with %+v everything else on further lines.
func (e *OutOfMemoryError) Format(f fmt.State, verb rune) { e.report().Format(f, verb) }
