// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

func TestStreamAttributes(t *testing.T) {
	r := newRig(t, nil)
	s := must[driver.Stream](r)(r.CreateStreamWithConfig(r.ac, 3, driver.StreamFastSync|1<<20))
	get := func(attr fakeacl.StreamAttr) uint64 {
		return must[uint64](r)(r.StreamAttribute(r.ac, s, attr))
	}
	assert.Equal(t, uint32(driver.StreamFastSync), must[uint32](r)(r.StreamFlags(r.ac, s)), "unknown flags are dropped")
	assert.Equal(t, uint32(3), must[uint32](r)(r.PriorityOf(r.ac, s)))
	assert.Equal(t, uint64(3), get(fakeacl.StreamPriority))

	r.ok(r.SetStreamAttribute(r.ac, s, fakeacl.StreamPriority, 99))
	assert.Equal(t, uint32(7), must[uint32](r)(r.PriorityOf(r.ac, s)), "clamped")
	for _, attr := range []fakeacl.StreamAttr{fakeacl.StreamOverflowCheck, fakeacl.StreamCustomTag, fakeacl.StreamCacheOpInfo} {
		assert.Zero(t, get(attr))
		r.ok(r.SetStreamAttribute(r.ac, s, attr, uint64(attr)<<32|uint64(attr)))
		assert.Equal(t, uint64(attr), get(attr))
	}
	assert.Equal(t, uint64(driver.ContinueOnFailure), get(fakeacl.StreamFailureMode))
	r.ok(r.SetStreamAttribute(r.ac, s, fakeacl.StreamFailureMode, uint64(driver.StopOnFailure)))
	assert.Equal(t, uint64(driver.StopOnFailure), get(fakeacl.StreamFailureMode))
	assert.Equal(t, driver.RTFeatureNotSupport, r.SetStreamAttribute(r.ac, s, fakeacl.StreamFailureMode, 0).Code, "cannot be undone")
}

func TestStreamAttributeRefusals(t *testing.T) {
	refuse(t, map[string]refusal{
		"unknown, set": {func(r *rig) driver.Status { return r.SetStreamAttribute(r.ac, 0, 6, 1) }, driver.RTParamInvalid, "attribute 6"},
		"unknown, get": {func(r *rig) driver.Status { return status(r.StreamAttribute(r.ac, 0, 0)) }, driver.RTParamInvalid, "attribute 0"},
		"no context":   {func(r *rig) driver.Status { return status(r.StreamAttribute(0, 0, 1)) }, driver.RTContextNull, "no context"},
		"stale stream": {func(r *rig) driver.Status {
			s := r.stream()
			r.ok(r.DestroyStream(r.ac, s))
			return status(r.StreamFlags(r.ac, s))
		}, driver.RTInvalidHandle, "no stream"},
	})
}

// A context of a 310P card takes two streams of the device, of which one is the default stream.
func TestStreamsOfContexts(t *testing.T) {
	tests := map[string]struct {
		product            string
		limit, left, after uint32
	}{
		"A2":   {"A2", 1984, 1983, 1982},
		"310P": {"310P", 1024, 1022, 1020},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			preset, err := fakeacl.Preset(tt.product)
			require.NoError(t, err)
			r := newRig(t, func(c *fakeacl.Config) {
				c.MaxStreams, c.ContextStreams = preset.MaxStreams, preset.ContextStreams
			})
			assert.Equal(t, tt.left, must[uint32](r)(r.StreamsLeft(r.ac)))
			must[driver.Context](r)(r.CreateContext(0))
			assert.Equal(t, tt.after, must[uint32](r)(r.StreamsLeft(r.ac)))
		})
	}
	t.Run("one stream is not enough for a context", func(t *testing.T) {
		r := newRig(t, func(c *fakeacl.Config) { c.MaxStreams, c.ContextStreams = 5, 2 })
		r.stream()
		r.stream()
		assert.Equal(t, uint32(1), must[uint32](r)(r.StreamsLeft(r.ac)))
		assert.Equal(t, driver.RTNoStreamResource, status(r.CreateContext(0)).Code)
		r.stream()
		assert.Equal(t, driver.RTNoStreamResource, status(r.CreateStream(r.ac)).Code)
	})
}

func TestWhatIsLeft(t *testing.T) {
	r := newRig(t, func(c *fakeacl.Config) { c.MaxStreams, c.MaxEvents = 5, 3 })
	assert.Equal(t, uint32(4), must[uint32](r)(r.StreamsLeft(r.ac)), "the default stream is one")
	r.stream()
	assert.Equal(t, uint32(3), must[uint32](r)(r.StreamsLeft(r.ac)))
	e := must[driver.Event](r)(r.CreateEventWithFlag(r.ac, driver.EventSync))
	assert.Equal(t, uint32(2), must[uint32](r)(r.EventsLeft(r.ac)))
	r.ok(r.DestroyEvent(r.ac, e))
	assert.Equal(t, uint32(3), must[uint32](r)(r.EventsLeft(r.ac)))
}
