// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// A kernel reads and writes what a place holder refers to, up to the end of the arguments.
func TestPlaceHolders(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	seen := make(chan []byte, 4)
	var failures []error
	f := r.register(func(c *gokernel.Call) error {
		a := driver.Addr(binary.NativeEndian.Uint64(c.Args[8:]))
		data, err := c.Memory(a, 8)
		require.NoError(t, err)
		seen <- append([]byte(nil), data...)
		data[0] = '!'
		_, err = c.Memory(a, 9)
		failures = append(failures, err)
		_, err = c.Memory(a+9, 1)
		failures = append(failures, err)
		return nil
	})
	args := make([]byte, 24)
	copy(args[16:], "the data")
	holders := []fakeacl.PlaceHolder{{AddrOffset: 8, DataOffset: 16}}
	for range 2 {
		r.ok(r.LaunchKernelWithPlaceHolders("launch", r.ac, f, 1, s, args, holders))
	}
	assert.Equal(t, make([]byte, 8), args[8:16], "the caller's arguments stay as they are")
	clear(args) // they were copied during the call
	r.sync(s)
	for range 2 {
		assert.Equal(t, "the data", string(<-seen))
	}
	for _, err := range failures {
		assert.Error(t, err)
	}
}

func TestPlaceHoldersOutsideOfTheArguments(t *testing.T) {
	for _, p := range []fakeacl.PlaceHolder{{AddrOffset: 17}, {DataOffset: 25}, {AddrOffset: 1<<32 - 1}, {DataOffset: 1<<32 - 1}} {
		r := newRig(t, nil)
		f := r.register(func(*gokernel.Call) error { return nil })
		st := r.LaunchKernelWithPlaceHolders("launch", r.ac, f, 1, 0, make([]byte, 24), []fakeacl.PlaceHolder{p})
		assert.Equal(t, driver.RTParamInvalid, st.Code, "%+v", p)
	}
}

func TestFunctionQueries(t *testing.T) {
	r := newRig(t, nil)
	b := must[driver.Binary](r)(r.BinaryLoadFromData(r.ac, []byte("aclpool-sim 1\nadd_queries\n")))
	require.NoError(t, r.RegisterKernel("add_queries", func(*gokernel.Call) error { return nil }))
	f := must[driver.Function](r)(r.BinaryGetFunction(r.ac, b, "add_queries"))
	assert.Equal(t, "add_queries", must[string](r)(r.FunctionName(f, 12)))
	assert.Equal(t, driver.RTParamInvalid, status(r.FunctionName(f, 11)).Code)
	assert.Equal(t, b, must[driver.Binary](r)(r.FunctionBinary(f)))
	assert.Zero(t, must[int64](r)(r.FunctionAttribute(f, fakeacl.FunctionKernelType)))
	assert.Equal(t, driver.RTParamInvalid, status(r.FunctionAttribute(f, 4)).Code)
	r.ok(r.BinaryUnload(r.ac, b))
	assert.Equal(t, driver.RTInvalidHandle, status(r.FunctionName(f, 99)).Code)
	assert.Equal(t, driver.RTInvalidHandle, r.CheckFunction("check", f).Code)
	assert.Equal(t, driver.InvalidParam, r.CheckFunction("check", 0).Code)
}
