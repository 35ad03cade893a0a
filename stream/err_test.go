// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestErrIsTheFailureThatWasNoticed(t *testing.T) {
	waits := map[string]func(s *stream.Stream) error{
		"Synchronize": func(s *stream.Stream) error { return s.Synchronize(context.Background()) },
		"WaitIdle":    func(s *stream.Stream) error { return s.WaitIdle(context.Background()) },
		"Query": func(s *stream.Stream) error {
			for {
				if done, err := s.Query(); done || err != nil {
					return err
				}
			}
		},
	}
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t)
			f := acltest.Kernel(t, dev, func(*sim.Call) error { return errors.New("bad address") })
			s, other := testkit.NewStream(t, dev, "broken"), acltest.Stream(t, dev)
			require.NoError(t, f.Launch(s, 1, kernel.ArgList{}))
			require.NoError(t, s.Err(), "nobody has looked")
			require.ErrorIs(t, wait(s), acl.ErrDevice)

			err := s.Err()
			require.ErrorIs(t, err, acl.ErrDevice)
			assert.ErrorContains(t, err, `"broken" has failed`)
			assert.ErrorContains(t, err, "bad address")
			require.NoError(t, other.Err())
			require.ErrorIs(t, s.Close(context.Background()), acl.ErrDevice)
			require.ErrorIs(t, s.Err(), acl.ErrClosed)
		})
	}
}

// By default a stream of a real device reports a failed task once, and goes on.
func TestErrOfAStreamThatWentOn(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	d := testkit.Faults(dev)
	s := acltest.Stream(t, dev)
	d.FailNth(1, driver.RTAICoreException, "aclrtSynchronizeStream")
	require.ErrorIs(t, s.Synchronize(ctx), acl.ErrDevice)
	require.ErrorIs(t, s.Err(), acl.ErrDevice)
	require.NoError(t, s.Synchronize(ctx))
	require.NoError(t, s.Err())
}

// A wait that is given up, and a call that is refused, say nothing about the work.
func TestErrIgnoresOtherErrors(t *testing.T) {
	dev := acltest.New(t)
	d := testkit.Faults(dev)
	s := acltest.Stream(t, dev)
	fail := true
	d.Before(func(faultdriver.Call) driver.Status {
		if fail {
			return driver.Status{Code: driver.InvalidParam}
		}
		return driver.Status{}
	}, "aclrtSynchronizeStream")
	require.ErrorIs(t, s.Synchronize(context.Background()), acl.ErrInvalid)
	require.NoError(t, s.Err())
	fail = false
}
