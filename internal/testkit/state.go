// SPDX-License-Identifier: Apache-2.0

package testkit

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/stream"
)

// State is the state that a refused call must not change. Compare two of them with
// assert.Equal.
type State struct {
	Memory   acl.MemInfo
	Objects  []acl.Object
	Enqueued uint64 // operations on the stream; 0 in the state of a device
}

// DeviceState returns the state of a device.
func DeviceState(t testing.TB, dev *acl.Device) State {
	t.Helper()
	info, err := dev.MemInfo()
	require.NoError(t, err)
	objects := slices.Collect(dev.Objects())
	for i := range objects {
		objects[i].Stack = "" // long, and never different
	}
	return State{Memory: info, Objects: objects}
}

// StreamState returns the state of a stream and its device.
func StreamState(t testing.TB, s *stream.Stream) State {
	t.Helper()
	state := DeviceState(t, s.Device())
	state.Enqueued = (*opaque.Stream)(s).Inner().Enqueued()
	return state
}
