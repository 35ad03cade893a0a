// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

func nothing(*gokernel.Call) error { return nil }

func (r *rig) load(text string) driver.Binary {
	r.t.Helper()
	return must[driver.Binary](r)(r.BinaryLoadFromData(r.ac, []byte(text)))
}

func TestKernelRefusals(t *testing.T) {
	load := func(text string) func(*rig) driver.Status {
		return func(r *rig) driver.Status { return status(r.BinaryLoadFromData(r.ac, []byte(text))) }
	}
	unloaded := func(r *rig) driver.Binary {
		b := r.load("aclpool-sim 1\nadd\n")
		r.ok(r.BinaryUnload(r.ac, b))
		return b
	}
	refuse(t, map[string]refusal{
		"no data":             {func(r *rig) driver.Status { return status(r.BinaryLoadFromData(r.ac, nil)) }, driver.InvalidParam, "data is NULL"},
		"empty data":          {load(""), driver.RTParamInvalid, "length is 0"},
		"no simulated binary": {load("\x7fELF..."), driver.RTParamInvalid, `want "aclpool-sim 1"`},
		"other version":       {load("aclpool-sim 2\nadd\n"), driver.RTParamInvalid, `the first line is "aclpool-sim 2"`},
		"no kernel":           {load("aclpool-sim 1\n\n# add\n"), driver.RTParamInvalid, "no kernel is named"},
		"two names in a line": {load("aclpool-sim 1\n\nadd mul\n"), driver.RTParamInvalid, `line 3: "add mul"`},
		"in no context":       {func(r *rig) driver.Status { return status(r.BinaryLoadFromData(0, []byte("aclpool-sim 1\nadd"))) }, driver.RTContextNull, "no context"},
		"no path":             {func(r *rig) driver.Status { return status(r.BinaryLoadFromFile(r.ac, "")) }, driver.RTParamInvalid, "binPath is empty"},
		"missing file": {func(r *rig) driver.Status {
			return status(r.BinaryLoadFromFile(r.ac, filepath.Join(folder(t), "none.o")))
		}, driver.RTParamInvalid, "none.o"},
		"unload NULL":         {func(r *rig) driver.Status { return r.BinaryUnload(r.ac, 0) }, driver.InvalidParam, "binHandle is NULL"},
		"unload twice":        {func(r *rig) driver.Status { return r.BinaryUnload(r.ac, unloaded(r)) }, driver.RTInvalidHandle, "no binary"},
		"function of NULL":    {func(r *rig) driver.Status { return status(r.BinaryGetFunction(r.ac, 0, "add")) }, driver.InvalidParam, "binHandle is NULL"},
		"function of a stale": {func(r *rig) driver.Status { return status(r.BinaryGetFunction(r.ac, unloaded(r), "add")) }, driver.RTInvalidHandle, "no binary"},
		"not in the binary": {func(r *rig) driver.Status {
			return status(r.BinaryGetFunction(r.ac, r.load("aclpool-sim 1\nadd\nmul\n"), "sub"))
		}, driver.RTParamInvalid, `kernel "sub" is not in the binary, which has add, mul`},
		"none registered": {func(r *rig) driver.Status {
			return status(r.BinaryGetFunction(r.ac, r.load("aclpool-sim 1\nadd\n"), "add"))
		}, driver.RTParamInvalid, `kernel "add" is not registered as a Go function; `},
		"others registered": {func(r *rig) driver.Status {
			r.register(nothing)
			r.register(nothing)
			return status(r.BinaryGetFunction(r.ac, r.load("aclpool-sim 1\nadd\n"), "add"))
		}, driver.RTParamInvalid, "kernel_1, kernel_2"},

		"launch NULL":           {func(r *rig) driver.Status { return r.LaunchKernel(r.ac, 0, 1, r.malloc(8), 8, 0) }, driver.InvalidParam, "funcHandle is NULL"},
		"launch NULL, host":     {func(r *rig) driver.Status { return r.LaunchKernelWithHostArgs(r.ac, 0, 1, 0, nil) }, driver.InvalidParam, "funcHandle is NULL"},
		"launch without args":   {func(r *rig) driver.Status { return r.LaunchKernel(r.ac, r.register(nothing), 1, 0, 0, 0) }, driver.InvalidParam, "argsData is NULL"},
		"launch 0 blocks":       {func(r *rig) driver.Status { return r.LaunchKernel(r.ac, r.register(nothing), 0, r.malloc(8), 8, 0) }, driver.RTParamInvalid, "numBlocks is 0"},
		"launch 0 blocks, host": {func(r *rig) driver.Status { return r.LaunchKernelWithHostArgs(r.ac, r.register(nothing), 0, 0, nil) }, driver.RTParamInvalid, "numBlocks is 0"},
		"launch in no context":  {func(r *rig) driver.Status { return r.LaunchKernelWithHostArgs(0, r.register(nothing), 1, 0, nil) }, driver.RTContextNull, "no context"},
		"launch on foreign": {func(r *rig) driver.Status {
			return r.LaunchKernelWithHostArgs(r.ac, r.register(nothing), 1, r.foreignStream(), nil)
		}, driver.RTStreamContext, "another context"},
		"launch on stale": {func(r *rig) driver.Status {
			return r.LaunchKernelWithHostArgs(r.ac, r.register(nothing), 1, r.staleStream(), nil)
		}, driver.RTInvalidHandle, "no stream"},
		"launch on other device": {func(r *rig) driver.Status {
			return r.LaunchKernelWithHostArgs(r.context(1), r.register(nothing), 1, 0, nil)
		}, driver.RTInvalidHandle, "no kernel"},
		"launch what is unloaded": {func(r *rig) driver.Status {
			require.NoError(r.t, r.RegisterKernel("add", nothing))
			b := r.load("aclpool-sim 1\nadd\n")
			f := must[driver.Function](r)(r.BinaryGetFunction(r.ac, b, "add"))
			r.ok(r.BinaryUnload(r.ac, b))
			return r.LaunchKernelWithHostArgs(r.ac, f, 1, 0, nil)
		}, driver.RTInvalidHandle, "no kernel"},
	})
}

func TestRegisterKernel(t *testing.T) {
	r := newRig(t, nil)
	for _, name := range []string{"", "two words", "a#b", "tab\tbed", "line\n"} {
		require.ErrorContains(t, r.RegisterKernel(name, nothing), "register kernel")
	}
	require.ErrorContains(t, r.RegisterKernel("none", nil), "no function")
	require.NoError(t, r.RegisterKernel("add", nothing))
	require.ErrorContains(t, r.RegisterKernel("add", nothing), "taken")
	require.NoError(t, newRig(t, nil).RegisterKernel("add", nothing), "machines share nothing")
}

// runs tells apart the runs of one test in one process, which never forgets a kernel.
var runs atomic.Int32

func TestKernelsOfTheProcess(t *testing.T) {
	ran := make(chan string, 1)
	name := fmt.Sprintf("%s_%d", t.Name(), runs.Add(1))
	require.NoError(t, gokernel.Register(name, func(*gokernel.Call) error { ran <- "process"; return nil }))
	require.ErrorContains(t, gokernel.Register(name, nothing), "taken")
	run := func(r *rig) {
		b := r.load("aclpool-sim 1\n" + name + "\n")
		r.ok(r.LaunchKernelWithHostArgs(r.ac, must[driver.Function](r)(r.BinaryGetFunction(r.ac, b, name)), 1, 0, nil))
		r.sync(0)
	}
	run(newRig(t, nil))
	assert.Equal(t, "process", <-ran)
	r := newRig(t, nil)
	require.NoError(t, r.RegisterKernel(name, func(*gokernel.Call) error { ran <- "machine"; return nil }))
	run(r)
	assert.Equal(t, "machine", <-ran, "the machine's own comes first")
}

func TestBinaryFromFile(t *testing.T) {
	r := newRig(t, nil)
	require.NoError(t, r.RegisterKernel("add_custom", nothing))
	path := filepath.Join(folder(t), "kernels.o")
	require.NoError(t, os.WriteFile(path, []byte("aclpool-sim 1\r\n# kernels\n\n  add_custom # adds\r\nother"), 0o600))
	b := must[driver.Binary](r)(r.BinaryLoadFromFile(r.ac, path))
	f := must[driver.Function](r)(r.BinaryGetFunction(r.ac, b, "add_custom"))
	again := must[driver.Function](r)(r.BinaryGetFunction(r.ac, b, "add_custom"))
	assert.Equal(t, f, again)
}

func FuzzParseBinary(f *testing.F) {
	f.Add("aclpool-sim 1\nadd\n# comment\n mul # more\n")
	f.Add("")
	f.Add("aclpool-sim 1")
	f.Add("aclpool-sim 1\n\x00\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := newRig(t, nil)
		b, st := r.BinaryLoadFromData(r.ac, []byte(text))
		assert.Equal(t, st.OK(), b != 0)
		assert.Equal(t, st.OK(), st.Msg == "")
	})
}
