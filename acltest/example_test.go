// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

var t *testing.T // of the test function around the examples

func ExampleNew() {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 << 20})
	b, err := p.MallocAsync(s, 1<<20)
	require.NoError(t, err)
	require.NoError(t, p.FreeAsync(s, b)) // without it the test fails
}

func ExampleNew_config() {
	dev := acltest.New(t, sim.Config{Product: sim.P310}) // a product without pools
	_, err := mempool.New(context.Background(), dev, mempool.Config{})
	require.ErrorIs(t, err, acl.ErrNotSupported)
}

func ExampleNewMachine() {
	m := acltest.NewMachine(t, sim.Config{Devices: 2, Memory: 1 << 30})
	first, second := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	require.NoError(t, first.EnablePeerAccess(second))
}

func ExampleMachine_Sim() {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{})
	err := m.Sim().RegisterKernel("noop", func(*sim.Call) error { return nil })
	require.NoError(t, err)
}

func ExampleHold() {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{})
	b, err := p.MallocAsync(s, 1)
	require.NoError(t, err)

	gate := acltest.Hold(t, s)
	require.NoError(t, p.FreeAsync(s, b)) // enqueued behind the gate
	st, err := p.Stats()
	require.NoError(t, err)
	assert.EqualValues(t, 2<<20, st.Pending)
	gate.Release()
}

func ExampleKernel() {
	ctx, dev := context.Background(), acltest.New(t)
	double := acltest.Kernel(t, dev, func(c *sim.Call) error {
		args := c.Args()
		ptr, n := args.Ptr(), args.Uint32()
		if err := args.Err(); err != nil {
			return err
		}
		values, err := sim.Slice[float32](c, ptr, int(n))
		for i := range values {
			values[i] *= 2
		}
		return err
	})
	s := acltest.Stream(t, dev)
	m, err := dev.Malloc(8)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, m.Close()) })

	values := []float32{1, 2}
	require.NoError(t, stream.CopySliceToDevice(ctx, s, m.View(), values))
	require.NoError(t, double.Launch(s, 1, kernel.Args(kernel.View(m.View()), kernel.Uint32(2))))
	require.NoError(t, stream.CopySliceToHost(ctx, s, values, m.View()))
	assert.Equal(t, []float32{2, 4}, values)
}

func ExampleEachEngine() {
	acltest.EachEngine(t, func(t *testing.T, dev *acl.Device, e mempool.Engine) {
		p := acltest.Pool(t, dev, mempool.Config{Engine: e, MaxSize: 64 << 20})
		s := acltest.Stream(t, dev)
		b, err := p.MallocAsync(s, 1<<20)
		require.NoError(t, err)
		require.NoError(t, p.FreeAsync(s, b))
	})
}

func ExampleStream() {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev) // closed at the end of the test, after its work
	m, err := dev.Malloc(1 << 10)
	require.NoError(t, err)
	require.NoError(t, s.Fill(m.View(), 0))
	require.NoError(t, s.Synchronize(context.Background()))
	require.NoError(t, m.Close())
}

func ExampleOpen() {
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	for id := range 2 {
		dev := acltest.Open(t, m, id)
		assert.Equal(t, id, dev.ID())
	}
}

func ExamplePool() {
	p := acltest.Pool(t, acltest.New(t), mempool.Config{MaxSize: 64 << 20})
	for range p.Blocks() {
		t.Error("a new pool has no blocks")
	}
}

func ExampleSimulated() {
	dev := acltest.New(t)
	if !acltest.Simulated(dev) {
		t.Skip("the test looks at what is pending")
	}
	acltest.Hold(t, acltest.Stream(t, dev))
}

func ExampleEachFault() {
	acltest.EachFault(t, func(t testing.TB, dev *acl.Device) error {
		s, err := stream.New(dev, stream.Config{})
		if err != nil {
			return err
		}
		defer s.Close(context.Background())
		b, err := acl.NewHostBuffer[float32](dev, 256)
		if err != nil {
			return err // closes the stream
		}
		return b.Close()
	})
}

func ExampleMain() {
	_ = func(m *testing.M) { // TestMain
		acltest.Main(m)
	}
}

// The examples that need a test run here.
func TestExamples(outer *testing.T) {
	for name, example := range map[string]func(){
		"New": ExampleNew, "New_config": ExampleNew_config, "NewMachine": ExampleNewMachine,
		"Machine_Sim": ExampleMachine_Sim, "Hold": ExampleHold, "Kernel": ExampleKernel,
		"EachEngine": ExampleEachEngine, "EachFault": ExampleEachFault, "Stream": ExampleStream, "Open": ExampleOpen, "Pool": ExamplePool, "Simulated": ExampleSimulated,
	} {
		outer.Run(name, func(inner *testing.T) {
			t = inner
			example()
		})
	}
}
