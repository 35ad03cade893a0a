// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// addArgs are the arguments of add: three addresses and a count.
func addArgs(a, b, c driver.Addr, n uint64) []byte {
	args := make([]byte, 0, 32)
	for _, v := range []uint64{uint64(a), uint64(b), uint64(c), n} {
		args = binary.LittleEndian.AppendUint64(args, v)
	}
	return args
}

// add adds bytes, each block its part.
func add(c *gokernel.Call) error {
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
	f := r.register(func(c *gokernel.Call) error {
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
		kernel gokernel.Kernel
		text   string
	}{
		"error": {func(*gokernel.Call) error { return errors.New("bad luck") }, `kernel "kernel_1": block 0 of 3: bad luck`},
		"panic": {func(*gokernel.Call) error { panic("out of reach") }, `kernel "kernel_1": block 0 of 3: panic: out of reach at kernel_launch_test.go:`},
		//lint:ignore SA5000 this kernel is to panic
		"nil map":      {func(*gokernel.Call) error { map[int]int(nil)[0] = 1; return nil }, "panic: assignment to entry in nil map at kernel_launch_test.go:"},
		"end":          {func(*gokernel.Call) error { runtime.Goexit(); return nil }, `kernel "kernel_1": block 0 of 3: it ended its goroutine instead of returning`},
		"second block": {func(c *gokernel.Call) error { return map[uint32]error{1: errors.New("second")}[c.Block] }, `kernel "kernel_1": block 1 of 3: second`},
	} {
		t.Run(name, func(t *testing.T) {
			logged := make(chan string, 1)
			r := newRig(t, func(c *fakeacl.Config) { c.Log = func(msg string) { logged <- msg } })
			s := r.stream()
			r.ok(r.LaunchKernelWithHostArgs(r.ac, r.register(tt.kernel), 3, s, nil))
			behind := false
			r.launch(s, func(*gokernel.Call) error { behind = true; return nil })
			st := r.SynchronizeStream(r.ac, s)
			assert.Equal(t, driver.RTAICoreException, st.Code)
			assert.Regexp(t, `^aclrtSynchronizeStream: work on stream \d+ of device 0 has failed: `, st.Msg)
			assert.Contains(t, st.Msg, tt.text)
			assert.Contains(t, <-logged, tt.text)
			assert.True(t, behind, "the stream goes on")
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
		"past plain":            {plainBlock, 97, "97 bytes at 0x10120000000000 are not in device memory"},
		"past pool":             {block, 2*mib + 1, "not in device memory"},
		"freed":                 {freed, 1, "not in device memory"},
		"freed to the pool":     {gone, 1, "not in device memory"},
		"NULL":                  {0, 1, "1 byte at 0x0 is not in memory that device 0 can reach"},
		"garbage":               {1 << 63, 1, "not in memory that device 0 can reach"},
		"huge":                  {plainBlock, 1<<64 - 1, "not in device memory"},
		"of another device":     {far, 64, "not in memory that device 0 can reach"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := r.stream()
			r.launch(s, func(c *gokernel.Call) error {
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
	r.launch(s, func(c *gokernel.Call) error { _, err := c.Memory(far, 64); return err })
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
	assert.Contains(t, st.Msg, `kernel "kernel_2": arguments: 8 bytes at 0x1012`)
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
	r.launch(s, func(c *gokernel.Call) error {
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
			f := r.register(func(*gokernel.Call) error { ran <- "block"; return fmt.Errorf("sum: %w", gokernel.ErrOverflow) })
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
