// SPDX-License-Identifier: Apache-2.0

package event_test

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
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestMain(m *testing.M) { acltest.Main(m) }

func newEvent(t testing.TB, dev *acl.Device, cfg event.Config) *event.Event {
	t.Helper()
	e, err := event.New(dev, cfg)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, e.Close()) })
	return e
}

// faultKernel fails its stream.
const faultKernel = "event_test.fault"

var registerFault = sync.OnceValue(func() error {
	return sim.RegisterKernel(faultKernel, func(*sim.Call) error { return errors.New("bad address") })
})

// failing makes a stream whose next work fails on the device.
func failing(t *testing.T, dev *acl.Device) (s *stream.Stream, fail func()) {
	t.Helper()
	require.NoError(t, registerFault())
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(faultKernel))
	require.NoError(t, err)
	fault, err := bin.Function(faultKernel)
	require.NoError(t, err)
	s, err = stream.New(dev, stream.Config{Name: "broken"})
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = s.Close(context.Background()) // reports the failure
		assert.NoError(t, bin.Close())
	})
	return s, func() { require.NoError(t, fault.Launch(s, 1, kernel.Args())) }
}

// snapshot is what bad input must leave as it was.
type snapshot struct {
	memory acl.MemInfo
	live   []acl.Object
}

func snap(t *testing.T, dev *acl.Device) snapshot {
	t.Helper()
	info, err := dev.MemInfo()
	require.NoError(t, err)
	live := slices.Collect(dev.Objects())
	for i := range live {
		live[i].Stack = "" // long, and of no interest
	}
	return snapshot{info, live}
}
