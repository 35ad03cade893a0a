// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

func nothing(*fakeacl.Call) error { return nil }

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
		"no path":             {func(r *rig) driver.Status { return status(r.BinaryLoadFromFile(r.ac, "")) }, driver.InvalidParam, "binPath is NULL"},
		"missing file": {func(r *rig) driver.Status {
			return status(r.BinaryLoadFromFile(r.ac, filepath.Join(t.TempDir(), "none.o")))
		}, driver.RTFileOpen, "none.o"},
		"unload NULL":         {func(r *rig) driver.Status { return r.BinaryUnload(r.ac, 0) }, driver.InvalidParam, "binHandle is NULL"},
		"unload twice":        {func(r *rig) driver.Status { return r.BinaryUnload(r.ac, unloaded(r)) }, driver.RTInvalidHandle, "no binary"},
		"function of NULL":    {func(r *rig) driver.Status { return status(r.BinaryGetFunction(r.ac, 0, "add")) }, driver.InvalidParam, "binHandle is NULL"},
		"function of a stale": {func(r *rig) driver.Status { return status(r.BinaryGetFunction(r.ac, unloaded(r), "add")) }, driver.RTInvalidHandle, "no binary"},
		"not in the binary": {func(r *rig) driver.Status {
			return status(r.BinaryGetFunction(r.ac, r.load("aclpool-sim 1\nadd\nmul\n"), "sub"))
		}, driver.RTParamInvalid, `kernel "sub" is not in the binary, which has add, mul`},
		"none registered": {func(r *rig) driver.Status {
			return status(r.BinaryGetFunction(r.ac, r.load("aclpool-sim 1\nadd\n"), "add"))
		}, driver.RTParamInvalid, `kernel "add" is not registered; registered are none`},
		"others registered": {func(r *rig) driver.Status {
			r.register(nothing)
			r.register(nothing)
			return status(r.BinaryGetFunction(r.ac, r.load("aclpool-sim 1\nadd\n"), "add"))
		}, driver.RTParamInvalid, "registered are kernel_1, kernel_2"},

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
		require.ErrorContains(t, r.RegisterKernel(name, nothing), "fakeacl: register kernel")
	}
	require.ErrorContains(t, r.RegisterKernel("none", nil), "no function")
	require.NoError(t, r.RegisterKernel("add", nothing))
	require.ErrorContains(t, r.RegisterKernel("add", nothing), "taken")
	require.NoError(t, newRig(t, nil).RegisterKernel("add", nothing), "machines share nothing")
}

func TestKernelsOfTheProcess(t *testing.T) {
	ran := make(chan string, 1)
	require.NoError(t, fakeacl.RegisterKernel("TestKernelsOfTheProcess", func(*fakeacl.Call) error { ran <- "process"; return nil }))
	require.ErrorContains(t, fakeacl.RegisterKernel("TestKernelsOfTheProcess", nothing), "taken")
	run := func(r *rig) {
		b := r.load("aclpool-sim 1\nTestKernelsOfTheProcess\n")
		r.ok(r.LaunchKernelWithHostArgs(r.ac, must[driver.Function](r)(r.BinaryGetFunction(r.ac, b, "TestKernelsOfTheProcess")), 1, 0, nil))
		r.sync(0)
	}
	run(newRig(t, nil))
	assert.Equal(t, "process", <-ran)
	r := newRig(t, nil)
	require.NoError(t, r.RegisterKernel("TestKernelsOfTheProcess", func(*fakeacl.Call) error { ran <- "machine"; return nil }))
	run(r)
	assert.Equal(t, "machine", <-ran, "the machine's own comes first")
}

func TestBinaryFromFile(t *testing.T) {
	r := newRig(t, nil)
	require.NoError(t, r.RegisterKernel("add_custom", nothing))
	path := filepath.Join(t.TempDir(), "kernels.o")
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

// addArgs are the arguments of add: three addresses and a count.
func addArgs(a, b, c driver.Addr, n uint64) []byte {
	args := make([]byte, 0, 32)
	for _, v := range []uint64{uint64(a), uint64(b), uint64(c), n} {
		args = binary.LittleEndian.AppendUint64(args, v)
	}
	return args
}

// add adds bytes, each block its part.
func add(c *fakeacl.Call) error {
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(c.Args[8*i:]) }
	n := word(3)
	part := n / uint64(c.Blocks)
	var v [3][]byte
	for i := range v {
		b, err := c.Memory(driver.Addr(word(i)+uint64(c.Block)*part), part)
		if err != nil {
			return err
		}
		v[i] = b
	}
	for i := range part {
		v[2][i] = v[0][i] + v[1][i]
	}
	return nil
}

func TestLaunch(t *testing.T) {
	for name, hostArgs := range map[string]bool{"arguments in host memory": true, "arguments in device memory": false} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			const n = 64
			s, p, f := r.stream(), r.pool(16*mib), r.register(add)
			x, y := r.host(n), r.host(n)
			out, args := r.host(n), r.host(32)
			for i := range n {
				x.Bytes(n)[i], y.Bytes(n)[i] = byte(i), byte(2*i)
			}
			release := r.hold(s)
			a, b, c, d := r.alloc(p, n, s), r.alloc(p, n, s), r.alloc(p, n, s), r.alloc(p, 32, s)
			r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(a), n, x, n, anyWay, s))
			r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(b), n, y, n, anyWay, s))
			packed := addArgs(a, b, c, n)
			if hostArgs {
				r.ok(r.LaunchKernelWithHostArgs(r.ac, f, 4, s, packed))
				clear(packed) // they were copied during the call
			} else {
				copy(args.Bytes(32), packed)
				r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(d), 32, args, 32, anyWay, s))
				r.ok(r.LaunchKernel(r.ac, f, 4, d, 32, s)) // they are read when the kernel runs
			}
			r.ok(r.MemcpyAsync(r.ac, out, n, driver.OnDevice(c), n, anyWay, s))
			for _, block := range []driver.Addr{a, b, c, d} {
				r.free(block, s)
			}
			release()
			r.sync(s)
			for i := range n {
				require.Equal(t, byte(3*i), out.Bytes(n)[i])
			}
			assert.Zero(t, r.attr(p, driver.PoolReserved))
		})
	}
}

func TestBlocksRunInOrder(t *testing.T) {
	r := newRig(t, nil)
	var got []uint32
	f := r.register(func(c *fakeacl.Call) error {
		assert.EqualValues(t, 5, c.Blocks)
		assert.Equal(t, "kernel_1", c.Name)
		got = append(got, c.Block)
		return nil
	})
	r.ok(r.LaunchKernelWithHostArgs(r.ac, f, 5, 0, nil))
	r.sync(0)
	assert.Equal(t, []uint32{0, 1, 2, 3, 4}, got)
}

func TestKernelFailures(t *testing.T) {
	for name, tt := range map[string]struct {
		kernel fakeacl.Kernel
		text   string
	}{
		"error":        {func(*fakeacl.Call) error { return errors.New("bad luck") }, `kernel "kernel_1": bad luck`},
		"panic":        {func(*fakeacl.Call) error { panic("out of reach") }, `kernel "kernel_1": panic: out of reach`},
		"nil map":      {func(*fakeacl.Call) error { map[int]int(nil)[0] = 1; return nil }, "panic: assignment to entry in nil map"},
		"end":          {func(*fakeacl.Call) error { runtime.Goexit(); return nil }, `kernel "kernel_1" ended the goroutine of its stream`},
		"second block": {func(c *fakeacl.Call) error { return map[uint32]error{1: errors.New("second")}[c.Block] }, "second"},
	} {
		t.Run(name, func(t *testing.T) {
			logged := make(chan string, 1)
			r := newRig(t, func(c *fakeacl.Config) { c.Log = func(msg string) { logged <- msg } })
			s := r.stream()
			r.ok(r.LaunchKernelWithHostArgs(r.ac, r.register(tt.kernel), 3, s, nil))
			r.launch(s, func(*fakeacl.Call) error { t.Error("ran behind a failure"); return nil })
			st := r.SynchronizeStream(r.ac, s)
			assert.Equal(t, driver.RTAICoreException, st.Code)
			assert.Regexp(t, `^aclrtSynchronizeStream: stream \d+ of device 0 has failed: `, st.Msg)
			assert.Contains(t, st.Msg, tt.text)
			assert.Contains(t, <-logged, tt.text)
			r.ok(r.StreamAbort(r.ac, s))
			r.ok(r.DestroyStream(r.ac, s))
		})
	}
}

func TestKernelMemory(t *testing.T) {
	r := newRig(t, nil)
	far := must[driver.Addr](r)(r.Malloc(r.context(1), 64, 0))
	s, plainBlock, freed, p := r.stream(), r.malloc(64), r.malloc(64), r.pool(4*mib)
	r.ok(r.Free(r.ac, freed))
	gone := r.alloc(p, 64, s)
	block := r.alloc(p, 64, s)
	r.free(gone, s)
	tests := map[string]struct {
		addr driver.Addr
		n    uint64
		text string // of the error
	}{
		"plain":                 {plainBlock, 64, ""},
		"inside":                {plainBlock + 10, 20, ""},
		"all that malloc gives": {plainBlock, 96, ""},
		"pool":                  {block, 2 * mib, ""},
		"nothing":               {0, 0, ""},
		"past plain":            {plainBlock, 97, "97 bytes at 0x120000000000 are not in device memory"},
		"past pool":             {block, 2*mib + 1, "not in device memory"},
		"freed":                 {freed, 1, "not in device memory"},
		"freed to the pool":     {gone, 1, "not in device memory"},
		"NULL":                  {0, 1, "not in memory of device 0"},
		"garbage":               {1 << 63, 1, "no memory that device 0 can reach"},
		"huge":                  {plainBlock, 1<<64 - 1, "not in device memory"},
		"of another device":     {far, 64, "no memory that device 0 can reach"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := r.stream()
			r.launch(s, func(c *fakeacl.Call) error {
				b, err := c.Memory(tt.addr, tt.n)
				if tt.text != "" {
					assert.ErrorContains(t, err, tt.text)
					return nil
				}
				assert.NoError(t, err)
				assert.Len(t, b, int(tt.n))
				return nil
			})
			r.sync(s)
		})
	}
	r.ok(r.DeviceEnablePeerAccess(r.ac, 1, 0))
	r.launch(s, func(c *fakeacl.Call) error { _, err := c.Memory(far, 64); return err })
	r.sync(s)
}

func TestArgumentsThatAreNotThere(t *testing.T) {
	r := newRig(t, nil)
	a := r.malloc(8)
	release := r.hold(0)
	r.ok(r.LaunchKernel(r.ac, r.register(nothing), 1, a, 8, 0))
	r.ok(r.Free(r.ac, a))
	release()
	st := r.SynchronizeStream(r.ac, 0)
	assert.Equal(t, driver.RTAICoreException, st.Code)
	assert.Contains(t, st.Msg, `kernel "kernel_2": arguments: 8 bytes at 0x12`)
}

// Memory that is given back under a running kernel stays readable until it returns.
func TestKernelKeepsItsViews(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(4*mib)
	a, b := r.malloc(mib), r.alloc(p, 2*mib, s)
	r.sync(s)
	got, gate := make(chan byte, 2), make(chan struct{})
	started := make(chan struct{})
	r.write(a, []byte{7})
	r.write(b, []byte{8})
	r.launch(s, func(c *fakeacl.Call) error {
		x, err := c.Memory(a, mib)
		y, err2 := c.Memory(b, 2*mib)
		close(started)
		<-gate
		got <- x[0]
		got <- y[0]
		return errors.Join(err, err2)
	})
	<-started
	r.ok(r.Free(r.ac, a))
	r.ok(r.MemPoolDestroy(r.ac, p))
	close(gate)
	r.sync(s)
	assert.Equal(t, byte(7), <-got)
	assert.Equal(t, byte(8), <-got)
}

func TestOverflowIsNoFailure(t *testing.T) {
	for name, wait := range map[string]func(r *rig, s driver.Stream) driver.Status{
		"stream": func(r *rig, s driver.Stream) driver.Status { return r.SynchronizeStream(r.ac, s) },
		"device": func(r *rig, _ driver.Stream) driver.Status { return r.SynchronizeDevice(r.ac) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			s, p := r.stream(), r.pool(2*mib)
			ran := make(chan string, 2)
			f := r.register(func(*fakeacl.Call) error { ran <- "block"; return fmt.Errorf("sum: %w", fakeacl.ErrOverflow) })
			r.ok(r.LaunchKernelWithHostArgs(r.ac, f, 2, s, nil))
			r.free(r.alloc(p, 1, s), s)
			st := wait(r, s)
			assert.Equal(t, driver.RTAICoreOverFlow, st.Code)
			assert.NotEmpty(t, st.Msg)
			assert.Len(t, ran, 2, "all blocks run")
			assert.Zero(t, r.attr(p, driver.PoolReserved), "the work is done")
			r.ok(wait(r, s))
		})
	}
}
