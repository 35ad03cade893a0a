// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

func TestSharedMemory(t *testing.T) {
	r := newRig(t, nil)
	a := r.malloc(64)
	key := must[string](r)(r.ExportMemory(a, 64))
	assert.Less(t, len(key), fakeacl.ShareKeySize)
	assert.Equal(t, a, must[driver.Addr](r)(r.ImportMemory(key)))
	r.ok(r.AllowProcesses("allow", []int32{int32(os.Getpid())}))
	assert.Equal(t, driver.FeatureUnsupported, r.AllowProcesses("allow", []int32{1}).Code)
	assert.Equal(t, driver.RTParamInvalid, r.AllowProcesses("allow", nil).Code)
	r.ok(r.CloseMemory(key))
	assert.Equal(t, driver.RTParamInvalid, r.CloseMemory(key).Code)
	assert.Equal(t, driver.RTParamInvalid, status(r.ImportMemory("something else")).Code)
	st := status(r.ImportMemory("aclpool-sim-1-1"))
	assert.Equal(t, driver.FeatureUnsupported, st.Code)
	assert.Contains(t, st.Msg, "one process only")
	assert.Equal(t, driver.RTParamInvalid, status(r.ExportMemory(a, 1<<20)).Code)
	assert.Equal(t, driver.RTParamInvalid, status(r.ExportMemory(12345, 1)).Code)
	key = must[string](r)(r.ExportMemory(a, 64))
	r.ok(r.Free(r.ac, a))
	assert.Equal(t, driver.RTParamInvalid, status(r.ImportMemory(key)).Code)
}

// Two handles are one event, until both are destroyed.
func TestSharedEvents(t *testing.T) {
	r := newRig(t, nil)
	e, s, w := r.ex(driver.EventIPC), r.stream(), r.stream()
	key := must[string](r)(r.ExportEvent(e))
	other := must[driver.Event](r)(r.ImportEvent(key))
	release := r.hold(s)
	r.record(e, s)
	r.wait(w, other)
	assert.True(t, r.busy(w))
	release()
	r.sync(w)
	r.ok(r.DestroyEvent(r.ac, e))
	assert.True(t, r.recorded(other))
	r.ok(r.DestroyEvent(r.ac, other))
	assert.Equal(t, driver.RTParamInvalid, status(r.ImportEvent(key)).Code)
	assert.Equal(t, driver.RTParamInvalid, status(r.ExportEvent(ex.make(r))).Code)
	assert.Equal(t, driver.RTParamInvalid, status(r.ImportNotify(key)).Code)
}

func TestSharedNotifies(t *testing.T) {
	r := newRig(t, nil)
	n, s := must[fakeacl.Notify](r)(r.CreateNotify(r.ac, 0)), r.stream()
	key := must[string](r)(r.ExportNotify(n))
	other := must[fakeacl.Notify](r)(r.ImportNotify(key))
	r.ok(r.RecordNotify(r.ac, n, 0))
	r.ok(r.DestroyNotify(n))
	r.ok(r.WaitAndResetNotify(r.ac, other, s, 0))
	r.sync(s)
	r.ok(r.DestroyNotify(other))
	assert.Equal(t, driver.RTParamInvalid, status(r.ImportNotify(key)).Code)
}
