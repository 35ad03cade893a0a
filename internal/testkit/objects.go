// SPDX-License-Identifier: Apache-2.0

package testkit

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// Event makes an event that is closed at the end of the test.
func Event(t testing.TB, dev *acl.Device) *event.Event {
	t.Helper()
	e, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, e.Close()) })
	return e
}

// NewStream makes a stream that the test closes itself.
func NewStream(t testing.TB, dev *acl.Device, name string) *stream.Stream {
	t.Helper()
	s, err := stream.New(dev, stream.Config{Name: name})
	require.NoError(t, err)
	return s
}

// Malloc allocates device memory that is freed at the end of the test.
func Malloc(t testing.TB, dev *acl.Device, size uint64) acl.View {
	t.Helper()
	m, err := dev.Malloc(size)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, m.Close()) })
	return m.View()
}

// HostBuffer allocates pinned memory that is freed at the end of the test.
func HostBuffer[T any](t testing.TB, dev *acl.Device, n int) *acl.HostBuffer[T] {
	t.Helper()
	b, err := acl.NewHostBuffer[T](dev, n)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	return b
}

// FailingStream makes a stream named "broken", and returns a function that enqueues a
// kernel which stops it, and with it the other streams of the device. The stream is closed at the end of the test, unless the test has
// closed it, and a failure that this reports is ignored.
func FailingStream(t testing.TB, dev *acl.Device) (s *stream.Stream, fail func()) {
	t.Helper()
	fault := acltest.Kernel(t, dev, func(*sim.Call) error { return errors.New("bad address") })
	s, err := stream.New(dev, stream.Config{Name: "broken", StopOnFailure: true})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s, func() {
		t.Helper()
		require.NoError(t, fault.Launch(s, 1, kernel.Args()))
	}
}
