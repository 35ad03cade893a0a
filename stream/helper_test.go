// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestMain(m *testing.M) { acltest.Main(m) }

const (
	kiB = 1 << 10
	miB = 1 << 20
)

func newEvent(t testing.TB, dev *acl.Device) *event.Event {
	t.Helper()
	e, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, e.Close()) })
	return e
}

func malloc(t testing.TB, dev *acl.Device, size uint64) acl.View {
	t.Helper()
	m, err := dev.Malloc(size)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, m.Close()) })
	return m.View()
}

func hostBuffer[T any](t testing.TB, dev *acl.Device, n int) *acl.HostBuffer[T] {
	t.Helper()
	b, err := acl.NewHostBuffer[T](dev, n)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	return b
}

// faultKernel fails its stream.
const faultKernel = "stream_test.fault"

var registerFault = sync.OnceValue(func() error {
	return sim.RegisterKernel(faultKernel, func(*sim.Call) error { return errors.New("bad address") })
})

// failing makes a stream, which the test closes, and what makes it fail.
func failing(t *testing.T, dev *acl.Device) (s *stream.Stream, fail func()) {
	t.Helper()
	require.NoError(t, registerFault())
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(faultKernel))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, bin.Close()) })
	fault, err := bin.Function(faultKernel)
	require.NoError(t, err)
	s, err = stream.New(dev, stream.Config{Name: "broken"})
	require.NoError(t, err)
	return s, func() { require.NoError(t, fault.Launch(s, 1, kernel.Args())) }
}

// contexts are the two sorts of waiting: inside the library, and by asking.
func contexts(t *testing.T) map[string]context.Context {
	endless := context.Background()
	ending, cancel := context.WithCancel(endless)
	t.Cleanup(cancel)
	return map[string]context.Context{"endless": endless, "can end": ending}
}

// snapshot is what bad input must leave as it was.
type snapshot struct {
	memory   acl.MemInfo
	live     []acl.Object
	enqueued uint64
}

func snap(t testing.TB, s *stream.Stream) snapshot {
	t.Helper()
	info, err := s.Device().MemInfo()
	require.NoError(t, err)
	live := slices.Collect(s.Device().Objects())
	for i := range live {
		live[i].Stack = "" // long, and of no interest
	}
	return snapshot{info, live, (*opaque.Stream)(s).Inner().Enqueued()}
}
