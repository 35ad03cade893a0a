// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// seen are the violations that a machine has reported.
type seen struct {
	mu  sync.Mutex
	all []hazard.Report
}

func (v *seen) add(r hazard.Report) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.all = append(v.all, r)
}

func (v *seen) kinds() (kinds []hazard.Kind) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, r := range v.all {
		kinds = append(kinds, r.Kind)
	}
	return kinds
}

// newChecked makes a machine that looks for violations.
func newChecked(t *testing.T, fail bool) (*rig, *seen) {
	t.Helper()
	v := new(seen)
	return newRig(t, func(cfg *fakeacl.Config) { cfg.Hazards = &fakeacl.Hazards{Report: v.add, Fail: fail} }), v
}

func (r *rig) enqueueFill(a driver.Addr, s driver.Stream) driver.Status {
	return r.MemsetAsync(r.ac, driver.OnDevice(a), 64, 1, 64, s)
}

// A call that fails because of a violation has done nothing: the same call in order succeeds.
func TestHazardsRefuseCalls(t *testing.T) {
	r, v := newChecked(t, true)
	s, other := r.stream(), r.stream()
	a := r.malloc(64)
	r.ok(r.enqueueFill(a, s))
	st := r.enqueueFill(a, other)
	assert.Equal(t, driver.RTParamInvalid, st.Code)
	assert.Contains(t, st.Msg, "hazard: write not ordered after a write")
	assert.Equal(t, driver.RTParamInvalid, r.Free(r.ac, a).Code)
	r.sync(s)
	r.ok(r.enqueueFill(a, other))
	r.sync(other)
	r.ok(r.Free(r.ac, a))
	assert.Equal(t, []hazard.Kind{hazard.WriteAfterWrite, hazard.UnorderedFree}, v.kinds())
}

func TestHazardsRefuseKernels(t *testing.T) {
	r, v := newChecked(t, true)
	s, other := r.stream(), r.stream()
	a := r.malloc(64)
	r.ok(r.enqueueFill(a, s))
	r.launch(other, func(c *gokernel.Call) error { _, err := c.Memory(a, 64); return err })
	st := r.SynchronizeStream(r.ac, other)
	assert.Equal(t, driver.RTAICoreException, st.Code)
	assert.Contains(t, st.Msg, "write not ordered after a write")
	assert.Equal(t, []hazard.Kind{hazard.WriteAfterWrite}, v.kinds())
	r.sync(s)
	r.launch(other, func(c *gokernel.Call) error { _, err := c.Memory(a, 64); return err })
	r.sync(other)
}

// What a stream is ordered after because of a value is known when the wait has executed. What is
// enqueued before is not checked.
func TestHazardsBehindAConditionAreUnknown(t *testing.T) {
	r, v := newChecked(t, false)
	s, other := r.stream(), r.stream()
	a, word := r.malloc(64), r.malloc(64)
	r.ok(r.Memset(r.ac, driver.OnDevice(word), 64, 0, 64))
	r.ok(r.ValueWait(r.ac, word, 1, fakeacl.ValueEqual, other))
	r.ok(r.enqueueFill(a, other))
	r.ok(r.enqueueFill(a, s))
	r.ok(r.ValueWrite(r.ac, word, 1, 0, s))
	r.sync(other)
	r.sync(s)
	assert.Empty(t, v.kinds())
}

// The memory of a pool that is destroyed, and of a device that is reset, is forgotten with it.
func TestHazardsForgetWhatIsGone(t *testing.T) {
	r, v := newChecked(t, false)
	s, p := r.stream(), r.pool(8*mib)
	a := r.alloc(p, 64, s)
	r.ok(r.enqueueFill(a, s))
	r.ok(r.MemPoolDestroy(r.ac, p))
	r.ok(r.ResetDevice(0))
	assert.Empty(t, v.kinds())
	r.ac = r.context(0)
	r.ok(r.enqueueFill(r.malloc(64), r.stream()))
	assert.Empty(t, v.kinds())
}

// Streams that have a name are named, and aclpool's own are not checked.
func TestHazardsNameStreams(t *testing.T) {
	r, v := newChecked(t, false)
	s, other, own := r.stream(), r.stream(), r.stream()
	r.NameStream(s, "copy", false)
	r.NameStream(own, "probe", true)
	a := r.malloc(64)
	r.ok(r.enqueueFill(a, s))
	r.ok(r.enqueueFill(a, own))
	assert.Empty(t, v.kinds())
	r.ok(r.enqueueFill(a, other))
	assert.Equal(t, "copy", v.all[0].First.Stream)
	assert.Equal(t, "aclrtMemsetAsync", v.all[0].First.Name)
}

// Blocks are carved out of memory of the stream's device.
func TestHazardsOfCarvedBlocks(t *testing.T) {
	r, v := newChecked(t, false)
	s, a := r.stream(), r.malloc(256)
	r.ok(r.CarveBlock(r.ac, a+64, 64, s))
	r.ok(r.enqueueFill(a+64, s))
	r.ok(r.ReturnBlock(r.ac, a+64, s))
	assert.Empty(t, v.kinds())
	r.ok(r.ReturnBlock(r.ac, a+64, s))
	assert.Equal(t, []hazard.Kind{hazard.DoubleFree}, v.kinds())
	for _, wrong := range []driver.Addr{0, 4096} {
		assert.Equal(t, driver.RTParamInvalid, r.CarveBlock(r.ac, wrong, 64, s).Code)
		assert.Equal(t, driver.RTParamInvalid, r.ReturnBlock(r.ac, wrong, s).Code)
	}
	r.ok(newRig(t, nil).CarveBlock(0, 0, 0, 0))
}
