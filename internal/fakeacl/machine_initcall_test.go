// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// initRig is a machine with functions that note that they are called.
type initRig struct {
	*rig
	called []string
	fails  string // the function that fails
}

func (r *initRig) note(name string) fakeacl.InitFunc {
	return func(config string) driver.Code {
		r.called = append(r.called, name+config)
		if name == r.fails {
			return 500002
		}
		return 0
	}
}

// take returns the functions that were called since the last take.
func (r *initRig) take() (called []string) {
	called, r.called = r.called, nil
	return called
}

func newInitRig(t *testing.T) *initRig {
	r := &initRig{rig: newRig(t, nil)}
	parts := map[uintptr]fakeacl.InitPart{
		1: fakeacl.InitOtherPart, 2: fakeacl.InitImages, 3: fakeacl.InitExecutor, 4: fakeacl.InitModels,
		5: fakeacl.InitCompiler, 6: fakeacl.InitOtherPart,
	}
	names := map[uintptr]string{1: "other", 2: "images", 3: "executor", 4: "models", 5: "compiler", 6: "more"}
	for address := uintptr(1); address <= 6; address++ {
		r.ok(r.RegisterInit(parts[address], address, r.note(names[address])))
		r.ok(r.RegisterFinalize(parts[address], address, r.note("end of "+names[address])))
	}
	return r
}

// The functions are called by the first aclInit and by the call that finalises, in the order of
// the parts.
func TestInitCallsFunctions(t *testing.T) {
	r := newInitRig(t)
	r.ok(r.Init(""))
	assert.Equal(t, []string{"models", "images", "other", "more"}, r.take())
	assert.Equal(t, driver.RepeatInitialize, r.Init("").Code)
	_, st := r.FinalizeReference()
	r.ok(st)
	assert.Empty(t, r.take())
	_, st = r.FinalizeReference()
	r.ok(st)
	ends := []string{"end of compiler", "end of models", "end of images", "end of other", "end of more"}
	assert.Equal(t, ends, r.take())
	assert.Equal(t, driver.RepeatFinalize, r.Finalize().Code)
	assert.Empty(t, r.take())
	r.ok(r.Init(""))
	r.take()
	r.ok(r.Finalize())
	assert.Equal(t, ends, r.take())
}

// With a file the functions get its content, and the executor's is called, too.
func TestInitCallsFunctionsWithTheFile(t *testing.T) {
	r := newInitRig(t)
	path := filepath.Join(folder(t), "acl.json")
	require.NoError(t, os.WriteFile(path, []byte("{}"), 0o600))
	r.ok(r.Init(path))
	assert.Equal(t, []string{"models{}", "executor{}", "images{}", "other{}", "more{}"}, r.take())
	r.ok(r.RegisterInit(fakeacl.InitCompiler+1, 7, r.note("late")))
	assert.Equal(t, []string{"late{}"}, r.take(), "at once")
}

// A function that fails keeps ACL from being initialised, or finalised, with its code.
func TestInitFunctionFails(t *testing.T) {
	r := newInitRig(t)
	r.fails = "images"
	assert.EqualValues(t, 500002, r.Init("").Code)
	assert.Equal(t, []string{"models", "images"}, r.take())
	r.fails = ""
	r.ok(r.Init(""))
	r.take()
	r.fails = "end of models"
	assert.EqualValues(t, 500002, r.Finalize().Code)
	assert.Equal(t, []string{"end of compiler", "end of models"}, r.take())
	r.fails = ""
	r.ok(r.Finalize())
}

func TestInitFunctionsAreRegisteredOnce(t *testing.T) {
	r := newInitRig(t)
	none := func(string) driver.Code { return 0 }
	assert.Equal(t, driver.InvalidParam, r.RegisterInit(fakeacl.InitModels, 0, nil).Code)
	assert.Equal(t, driver.InvalidParam, r.UnregisterFinalize(fakeacl.InitModels, 0).Code)
	assert.Equal(t, driver.InternalError, r.RegisterInit(fakeacl.InitModels, 9, none).Code, "taken")
	assert.Equal(t, driver.InternalError, r.UnregisterInit(fakeacl.InitModels, 9).Code, "not registered")
	r.ok(r.UnregisterInit(fakeacl.InitModels, 4))
	r.ok(r.RegisterInit(fakeacl.InitModels, 9, r.note("new")))
	r.ok(r.UnregisterInit(fakeacl.InitOtherPart, 1))
	r.ok(r.Init(""))
	assert.Equal(t, []string{"new", "images", "more"}, r.take())
	for address := uintptr(1); address <= 6; address++ {
		r.UnregisterFinalize(fakeacl.InitOtherPart, address)
	}
	r.ok(r.Finalize())
	assert.Equal(t, []string{"end of compiler", "end of models", "end of images"}, r.take())
}

// A function may call ACL, and take itself out.
func TestInitFunctionCallsACL(t *testing.T) {
	r := newRig(t, nil)
	r.ok(r.RegisterInit(fakeacl.InitModels, 1, func(string) driver.Code {
		r.ok(r.UnregisterInit(fakeacl.InitModels, 1))
		_, st := r.SetDevice(0)
		return st.Code
	}))
	r.ok(r.Init(""))
	assert.Equal(t, driver.InternalError, r.UnregisterInit(fakeacl.InitModels, 1).Code)
}

func TestPackageVersions(t *testing.T) {
	r := newRig(t, func(c *fakeacl.Config) { c.Behaviour = fakeacl.CANN91 })
	tests := map[string]struct {
		pkg  int32
		want driver.Code
	}{
		"CANN":        {0, 0},
		"runtime":     {1, 0},
		"driver":      {7, 0},
		"compiler":    {2, driver.InvalidFile},
		"below":       {-1, driver.InvalidParam},
		"none so far": {8, driver.InvalidParam},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			number, st := r.PackageVersion(tt.pkg)
			assert.Equal(t, tt.want, st.Code)
			if st.OK() {
				assert.EqualValues(t, 90100000, number)
			}
		})
	}
}

func TestArchCompatible(t *testing.T) {
	tests := map[string]map[string]bool{
		"Ascend910B3":    {"Ascend910B3": true, "Ascend910B1": true, "Ascend910_9392": true, "Ascend310P3": false, "": false},
		"Ascend310P3":    {"Ascend310P1": true, "Ascend910B3": false},
		"Ascend950PR_95": {"Ascend950PR_95": true, "Ascend910B3": false},
	}
	for product, chips := range tests {
		r := newRig(t, func(c *fakeacl.Config) { c.Product = product })
		for chip, want := range chips {
			assert.Equal(t, want, r.ArchCompatible(chip), "%s on %s", chip, product)
		}
	}
}
