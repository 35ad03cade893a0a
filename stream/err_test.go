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
	"github.com/ascend-go/aclpool/internal/opaque"
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
			s, fail := testkit.FailingStream(t, dev)
			fail()
			require.NoError(t, s.Err(), "nobody has looked")
			require.ErrorIs(t, wait(s), acl.ErrDevice)

			err := s.Err()
			require.ErrorIs(t, err, acl.ErrDevice)
			assert.ErrorContains(t, err, `"broken" has failed`)
			assert.ErrorContains(t, err, "bad address")
			require.ErrorIs(t, s.Close(context.Background()), acl.ErrDevice)
			require.ErrorIs(t, s.Err(), acl.ErrClosed)
		})
	}
}

// By default a stream reports a failed task once, and goes on: the work behind it is complete.
func TestFailureOfAStreamThatGoesOn(t *testing.T) {
	waits := map[string]func(ctx context.Context, dev *acl.Device, s *stream.Stream) error{
		"Synchronize":     func(ctx context.Context, _ *acl.Device, s *stream.Stream) error { return s.Synchronize(ctx) },
		"Close":           func(ctx context.Context, _ *acl.Device, s *stream.Stream) error { return s.Close(ctx) },
		"of the device":   func(ctx context.Context, dev *acl.Device, _ *stream.Stream) error { return dev.Synchronize(ctx) },
		"CopySliceToHost": copyToHost,
	}
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			ctx, dev := t.Context(), acltest.New(t)
			ran := false
			f := acltest.Kernel(t, dev, func(*sim.Call) error { return errors.New("bad address") })
			g := acltest.Kernel(t, dev, func(*sim.Call) error { ran = true; return nil })
			s := testkit.NewStream(t, dev, "goes on")
			require.NoError(t, f.Launch(s, 1, kernel.ArgList{}))
			require.NoError(t, g.Launch(s, 1, kernel.ArgList{}))
			err := wait(ctx, dev, s)
			require.ErrorIs(t, err, acl.ErrDevice)
			assert.ErrorContains(t, err, "bad address")
			assert.True(t, ran)
			if !errors.Is(s.Err(), acl.ErrClosed) {
				require.NoError(t, s.Synchronize(ctx))
				require.NoError(t, s.Err())
				require.NoError(t, s.Close(ctx))
			}
		})
	}
}

func copyToHost(ctx context.Context, dev *acl.Device, s *stream.Stream) error {
	m, err := dev.Malloc(8)
	if err != nil {
		return err
	}
	if err := acl.Fill(ctx, m.View(), 0); err != nil {
		return errors.Join(err, m.Close())
	}
	return errors.Join(stream.CopySliceToHost(ctx, s, make([]byte, 8), m.View()), m.Close())
}

// ACL may report a failure to a call that the program does not see, such as a query by a pool.
// The program gets it from its own next wait, once.
func TestFailureThatAnotherCallHasObserved(t *testing.T) {
	waits := map[string]func(ctx context.Context, dev *acl.Device, s *stream.Stream) error{
		"Synchronize":     func(ctx context.Context, _ *acl.Device, s *stream.Stream) error { return s.Synchronize(ctx) },
		"WaitIdle":        func(ctx context.Context, _ *acl.Device, s *stream.Stream) error { return s.WaitIdle(ctx) },
		"Query":           func(_ context.Context, _ *acl.Device, s *stream.Stream) error { _, err := s.Query(); return err },
		"Close":           func(ctx context.Context, _ *acl.Device, s *stream.Stream) error { return s.Close(ctx) },
		"of the device":   func(ctx context.Context, dev *acl.Device, _ *stream.Stream) error { return dev.Synchronize(ctx) },
		"CopySliceToHost": copyToHost,
	}
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			ctx, dev := t.Context(), acltest.New(t)
			d := testkit.Faults(dev)
			s := testkit.NewStream(t, dev, "goes on")
			d.FailNth(1, driver.RTAICoreException, "aclrtStreamQuery")
			observe := func() { _, _, _ = (*opaque.Stream)(s).Inner().Query() }
			observe()
			observe() // finds all complete
			require.ErrorIs(t, s.Err(), acl.ErrDevice)
			require.ErrorIs(t, wait(ctx, dev, s), acl.ErrDevice)
			if errors.Is(s.Err(), acl.ErrClosed) {
				return
			}
			require.ErrorIs(t, s.Err(), acl.ErrDevice, "until work after it is complete")
			require.NoError(t, s.Synchronize(ctx))
			require.NoError(t, s.Err())
			require.NoError(t, s.Close(ctx))
		})
	}
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
