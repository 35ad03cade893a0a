// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// explored is a program with two streams and a kernel. It returns how many of its queries found
// work complete.
func explored(t *testing.T, s *sim.Schedule) (complete int) {
	ctx := context.Background()
	dev := acltest.New(t, sim.Config{Schedule: s})
	double := acltest.Kernel(t, dev, func(c *sim.Call) error {
		p := sim.ReadArg[acl.DevicePtr](c.Args())
		x, err := sim.Slice[int32](c, p, 64)
		for i := range x {
			x[i] *= 2
		}
		return err
	})
	pool := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 << 20})
	a, b := acltest.Stream(t, dev), acltest.Stream(t, dev)
	e, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, e.Close()) }()
	got := make([]int32, 64)
	for range 4 {
		x, err := mempool.NewBuffer[int32](pool, a, 64)
		require.NoError(t, err)
		require.NoError(t, x.Fill(a, 1))
		require.NoError(t, double.Launch(a, 1, kernel.Args(x.Arg())))
		require.NoError(t, a.Record(e))
		done, err := a.Query()
		require.NoError(t, err)
		if done {
			complete++
		}
		require.NoError(t, b.WaitEvent(e))
		require.NoError(t, x.CopyToSlice(ctx, b, got))
		assert.Equal(t, int32(0x02020202), got[63])
		require.NoError(t, x.FreeAfter(b, a))
	}
	require.NoError(t, stream.CopySliceToDevice(ctx, a, acltestMemory(t, dev), got))
	require.NoError(t, a.Synchronize(ctx))
	return complete
}

func acltestMemory(t *testing.T, dev *acl.Device) acl.View {
	m, err := dev.Malloc(256)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, m.Close()) })
	return m.View()
}

// kernelNumber is what differs between two runs within one test.
var kernelNumber = regexp.MustCompile(`kernel-\d+`)

// A seed always gives the same steps, and other seeds give others.
func TestASeedDeterminesTheRun(t *testing.T) {
	acltest.RequireGoMachine(t)
	logs := map[string]bool{}
	completes := map[int]bool{}
	seeds := uint64(12)
	if testing.Short() {
		seeds = 5
	}
	for seed := range seeds {
		var texts [2]string
		for i := range texts {
			var steps []string
			s := &sim.Schedule{Seed: seed, Log: func(step string) { steps = append(steps, step) }}
			completes[explored(t, s)] = true
			texts[i] = kernelNumber.ReplaceAllString(strings.Join(steps, "\n"), "kernel")
		}
		assert.Equal(t, texts[0], texts[1], "seed %d", seed)
		assert.Contains(t, texts[0], `kernel "`)
		logs[texts[0]] = true
	}
	assert.Greater(t, len(logs), int(seeds)/2, "different orders")
	assert.Greater(t, len(completes), 1, "what a query finds depends on the seed")
}

const exploreVariable = "ACLTEST_EXPLORE"

// TestExploreOneThatFails runs in the test binary that TestExploreStops starts.
func TestExploreOneThatFails(t *testing.T) {
	if os.Getenv(exploreVariable) == "" {
		t.Skip("runs in a process of its own")
	}
	acltest.Explore(t, 30, func(t *testing.T, s *sim.Schedule) {
		dev := acltest.New(t, sim.Config{Schedule: s})
		a := acltest.Stream(t, dev)
		require.NoError(t, a.Fill(acltestMemory(t, dev), 1))
		done, err := a.Query()
		require.NoError(t, err)
		assert.False(t, done, "the program takes for granted that the fill takes time")
		require.NoError(t, a.Synchronize(context.Background()))
	})
}

// Explore stops at the first seed that fails, and prints how to repeat it.
func TestExploreStops(t *testing.T) {
	acltest.RequireGoMachine(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestExploreOneThatFails$")
	cmd.Env = append(os.Environ(), exploreVariable+"=1")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Equal(t, 1, strings.Count(string(out), "the program takes for granted"), "%s", out)
	assert.Regexp(t, `seed \d+ failed; repeat it with: go test -run '\^TestExploreOneThatFails\$/\^seed=\d+\$'`, string(out))
	assert.Contains(t, string(out), `acltest: stream "stream-1": work 1, fill 256 bytes`)
}

// A stream with a schedule waits by itself.
func TestHoldRefusesASchedule(t *testing.T) {
	acltest.RequireGoMachine(t)
	s := acltest.Stream(t, acltest.New(t, sim.Config{Schedule: &sim.Schedule{}}))
	r := record(t, func(t testing.TB) { acltest.Hold(t, s) })
	assert.Contains(t, r.text(), "the machine has a Schedule")
}
