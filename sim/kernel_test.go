// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/gokernel"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

var kernels atomic.Int64

// unused returns a name that no kernel has.
func unused(t *testing.T) string { return fmt.Sprintf("%s-%d", t.Name(), kernels.Add(1)) }

// launch enqueues a kernel with arguments.
func launch(t *testing.T, s *stream.Stream, k sim.Kernel, args ...kernel.Arg) {
	t.Helper()
	name := unused(t)
	require.NoError(t, sim.RegisterKernel(name, k))
	launchNamed(t, s, name, 1, kernel.Args(args...))
}

func launchNamed(t *testing.T, s *stream.Stream, name string, blocks int, args kernel.ArgList) {
	t.Helper()
	acltest.RequireSimulated(t, s.Device())
	bin, err := kernel.LoadBytes(s.Device(), sim.KernelFile(name))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, bin.Close()) })
	f, err := bin.Function(name)
	require.NoError(t, err)
	require.NoError(t, f.Launch(s, blocks, args))
}

// run runs a kernel on a new stream and returns the error of that stream.
func run(t *testing.T, dev *acl.Device, k sim.Kernel, args ...kernel.Arg) error {
	t.Helper()
	acltest.RequireSimulated(t, dev)
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	launch(t, s, k, args...)
	return s.Close(context.Background())
}

func nothing(*sim.Call) error { return nil }

func TestRegisterKernelRefuses(t *testing.T) {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{})
	for where, register := range map[string]func(string, sim.Kernel) error{"process": sim.RegisterKernel, "machine": m.Sim().RegisterKernel} {
		t.Run(where, func(t *testing.T) {
			taken := unused(t)
			require.NoError(t, register(taken, nothing))
			tests := map[string]struct {
				name   string
				kernel sim.Kernel
				text   string
			}{
				"a name twice":      {taken, nothing, "the name is taken"},
				"no name":           {"", nothing, "want a name"},
				"a name of two":     {"add custom", nothing, "want a name without spaces"},
				"a name of a line":  {"add\n", nothing, "want a name without spaces"},
				"a comment":         {"#add", nothing, "without '#'"},
				"no function":       {unused(t), nil, "no function"},
				"a name of a space": {" ", nothing, "want a name without spaces"},
			}
			for name, tt := range tests {
				err := register(tt.name, tt.kernel)
				require.ErrorIs(t, err, acl.ErrInvalid, name)
				require.ErrorContains(t, err, tt.text, name)
				require.Regexp(t, `^sim: register kernel "`, err.Error(), name)
			}
		})
	}
}

// choosy is a device outside of Go that does not take every kernel.
type choosy struct{ refuses string }

func (c choosy) RegisterKernel(name string, _ gokernel.Kernel) error {
	if name == c.refuses {
		return assert.AnError
	}
	return nil
}

// What one of the process's devices refuses, the other has not kept.
func TestRegisterKernelForAllOrNone(t *testing.T) {
	acltest.RequireGoMachine(t)
	name := unused(t)
	require.NoError(t, gokernel.Attach(choosy{name}))
	err := sim.RegisterKernel(name, nothing)
	require.ErrorIs(t, err, assert.AnError)
	require.ErrorIs(t, err, acl.ErrInvalid)
	require.NoError(t, gokernel.Attach(choosy{}))
	require.NoError(t, sim.RegisterKernel(name, nothing), "the name is free")
}

func TestKernelOfAMachineComesFirst(t *testing.T) {
	acltest.RequireGoMachine(t)
	name, ran := unused(t), make(chan string, 2)
	say := func(who string) sim.Kernel {
		return func(*sim.Call) error { ran <- who; return nil }
	}
	require.NoError(t, sim.RegisterKernel(name, say("process")))
	m, other := acltest.NewMachine(t, sim.Config{}), acltest.NewMachine(t, sim.Config{})
	require.NoError(t, m.Sim().RegisterKernel(name, say("machine")))
	for _, tt := range []struct {
		m    *acltest.Machine
		want string
	}{{m, "machine"}, {other, "process"}} {
		s, err := stream.New(acltest.Open(t, tt.m, 0), stream.Config{})
		require.NoError(t, err)
		launchNamed(t, s, name, 1, kernel.Args())
		require.NoError(t, s.Close(context.Background()))
		assert.Equal(t, tt.want, <-ran)
	}
}

func TestUnknownKernel(t *testing.T) {
	bin, err := kernel.LoadBytes(acltest.New(t), sim.KernelFile("never_registered"))
	require.NoError(t, err, "a binary names what may be registered later")
	defer bin.Close()
	_, err = bin.Function("never_registered")
	require.ErrorIs(t, err, acl.ErrInvalid)
	require.ErrorContains(t, err, `"never_registered" is not registered`)
}

func TestEveryBlockRunsOnce(t *testing.T) {
	name, blocks := unused(t), []int{}
	require.NoError(t, sim.RegisterKernel(name, func(c *sim.Call) error {
		assert.Equal(t, name, c.Name)
		assert.Equal(t, 5, c.Blocks)
		blocks = append(blocks, c.Block)
		return nil
	}))
	s, err := stream.New(acltest.New(t), stream.Config{})
	require.NoError(t, err)
	launchNamed(t, s, name, 5, kernel.Args())
	require.NoError(t, s.Close(context.Background()))
	assert.Equal(t, []int{0, 1, 2, 3, 4}, blocks)
}

func TestKernelFailures(t *testing.T) {
	dev := acltest.New(t)
	tests := map[string]struct {
		kernel sim.Kernel
		text   string
	}{
		"an error": {func(*sim.Call) error { return assert.AnError }, assert.AnError.Error()},
		"a panic":  {func(*sim.Call) error { panic("divided by zero") }, "panic: divided by zero"},
		"an end":   {func(*sim.Call) error { runtime.Goexit(); return nil }, "it ended its goroutine instead of returning"},
		"bad memory": {func(c *sim.Call) error {
			_, err := c.Bytes(0x1234, 1)
			return err
		}, "0x1234"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := run(t, dev, tt.kernel)
			require.ErrorIs(t, err, acl.ErrDevice)
			require.ErrorContains(t, err, tt.text)
		})
	}
}

// The text of a panic is one line. What prints an error with %+v shows the stack, which
// begins with the function that panicked.
func TestStackOfAPanic(t *testing.T) {
	err := run(t, acltest.New(t), func(*sim.Call) error { panicker(); return nil })
	failed, ok := errors.AsType[*acl.Error](err)
	require.True(t, ok)
	assert.Regexp(t, `: panic: divided by zero at kernel_test\.go:\d+$`, failed.Error())
	assert.Equal(t, failed.Error(), fmt.Sprint(failed))
	assert.Equal(t, fmt.Sprintf("%q", failed.Error()), fmt.Sprintf("%q", failed))
	for _, err := range []error{failed, err} {
		assert.NotContains(t, err.Error(), "\n")
		assert.Equal(t, fmt.Sprintf("%q", err.Error()), fmt.Sprintf("%q", err))
		assert.Regexp(t, `: panic: divided by zero at kernel_test\.go:\d+\n.*sim_test\.panicker\(.*\n.*kernel_test\.go:\d+`, fmt.Sprintf("%+v", err))
	}
}

//go:noinline
func panicker() { panic("divided by zero") }

// A kernel's access to memory that is not there is said once.
func TestTextOfAFault(t *testing.T) {
	err := run(t, acltest.New(t), func(c *sim.Call) error {
		_, err := sim.Slice[int32](c, 0x1000, 4)
		return err
	})
	require.ErrorContains(t, err, "16 bytes at 0x1000 are not in ")
	assert.Equal(t, 1, strings.Count(err.Error(), "0x1000"), err.Error())
	assert.Equal(t, 1, strings.Count(err.Error(), "kernel "), err.Error())
}

// An overflow is reported, and the stream goes on.
func TestOverflow(t *testing.T) {
	s := acltest.Stream(t, acltest.New(t))
	launch(t, s, func(*sim.Call) error { return fmt.Errorf("element 3: %w", sim.ErrOverflow) })
	err := s.Synchronize(context.Background())
	require.Error(t, err)
	assert.NotErrorIs(t, err, acl.ErrDevice)
	require.NoError(t, s.Synchronize(context.Background()))
}

func TestLaunchAllocatesNothing(t *testing.T) {
	acltest.DisableHazards(t)
	dev := acltest.New(t)
	acltest.RequireSimulated(t, dev)
	m, err := dev.Malloc(1 << 10)
	require.NoError(t, err)
	name, sum := unused(t), int32(0)
	require.NoError(t, sim.RegisterKernel(name, func(c *sim.Call) error {
		args := c.Args()
		ptr, n := args.Ptr(), args.Int32()
		if err := args.Err(); err != nil {
			return err
		}
		v, err := sim.Slice[int32](c, ptr, int(n))
		if err != nil {
			return err
		}
		sum += v[0]
		return nil
	}))
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(name))
	require.NoError(t, err)
	f, err := bin.Function(name)
	require.NoError(t, err)
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	args := kernel.Args(kernel.View(m.View()), kernel.Int32(16))
	once := func() {
		if err := f.Launch(s, 1, args); err != nil {
			t.Error(err)
		}
		for done := false; !done && err == nil; {
			done, err = s.Query() // a synchronize waits, which may allocate
			runtime.Gosched()
		}
	}
	once()
	assert.Zero(t, testing.AllocsPerRun(100, once), "on both sides")
	require.NoError(t, err)
	require.NoError(t, s.Close(context.Background()))
	require.NoError(t, bin.Close())
	require.NoError(t, m.Close())
}
