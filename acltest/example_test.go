// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

var t *testing.T // of the test function around the examples

func ExampleNew() {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 << 20})
	b, err := p.MallocAsync(s, 1<<20)
	require.NoError(t, err)
	require.NoError(t, p.FreeAsync(s, b)) // forget it, and the test fails
}

func ExampleNewDevice() {
	dev := acltest.NewDevice(t, sim.Config{Product: sim.P310}) // a product without pools
	_, err := mempool.New(context.Background(), dev, mempool.Config{})
	require.Error(t, err)
}

func ExampleNewMachine() {
	m := acltest.NewMachine(t, sim.Config{Devices: 2, Memory: 1 << 30})
	first, second := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	require.NoError(t, first.EnablePeerAccess(second))
}

func ExampleHold() {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{})
	b, err := p.MallocAsync(s, 1)
	require.NoError(t, err)

	gate := acltest.Hold(t, s)
	require.NoError(t, p.FreeAsync(s, b)) // behind the gate
	st, err := p.Stats()
	require.NoError(t, err)
	assert.EqualValues(t, 2<<20, st.Pending)
	gate.Release()
}

func ExampleMain() {
	_ = func(m *testing.M) { // TestMain
		acltest.Main(m)
	}
}

// The examples that need a test run here.
func TestExamples(outer *testing.T) {
	for name, example := range map[string]func(){
		"New": ExampleNew, "NewDevice": ExampleNewDevice, "NewMachine": ExampleNewMachine, "Hold": ExampleHold,
	} {
		outer.Run(name, func(inner *testing.T) {
			t = inner
			example()
		})
	}
}
