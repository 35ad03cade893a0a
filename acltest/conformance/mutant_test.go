// SPDX-License-Identifier: Apache-2.0

package conformance_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/acltest/conformance"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/mempool"
)

// mutants plant a fault in a driver. Each names the case that must find it. ac is the context
// of the device. A probe uses another context, and pools work around what it finds, so faults
// of memory are planted in ac only.
var mutants = map[string]struct {
	plant func(d *faultdriver.Driver, ac driver.Context)
	finds string
}{
	"frees at once":     {freeAtOnce, "order/trim_in_between"},
	"one block for two": {giveABlockTwice, "reuse/live_memory_stays"},
	"trims nothing":     {trimNothing, "trims/of_complete_memory"},
	"counts a failure":  {countFailures, "exhaustion/full"},
	"follows no event":  {followNoEvent, "streams/hand_around"},
}

// freeAtOnce frees on an idle stream, and so before the work of the right stream.
func freeAtOnce(d *faultdriver.Driver, device driver.Context) {
	inner := d.Unwrap()
	idle := sync.OnceValue(func() driver.Stream {
		s, _ := inner.CreateStream(device)
		return s
	})
	d.Replace.FreeAsync = func(ac driver.Context, a driver.Addr, s driver.Stream) driver.Status {
		if ac == device {
			s = idle()
		}
		return inner.FreeAsync(ac, a, s)
	}
}

// giveABlockTwice returns the previous block from every fifth allocation.
func giveABlockTwice(d *faultdriver.Driver, _ driver.Context) {
	inner, calls, last := d.Unwrap(), 0, driver.Addr(0)
	d.Replace.MallocAsync = func(ac driver.Context, p driver.Pool, size uint64, s driver.Stream) (driver.Addr, driver.Status) {
		a, st := inner.MallocAsync(ac, p, size, s)
		if calls++; st.OK() && calls%5 == 0 && last != 0 {
			return last, st
		}
		last = a
		return a, st
	}
}

// trimNothing returns success from trims that it does not make.
func trimNothing(d *faultdriver.Driver, _ driver.Context) {
	d.Replace.MemPoolTrimTo = func(driver.Context, driver.Pool, uint64) driver.Status { return driver.Status{} }
}

// countFailures adds a granule to the reserved bytes for each failed allocation.
func countFailures(d *faultdriver.Driver, _ driver.Context) {
	inner, failed := d.Unwrap(), uint64(0)
	d.Replace.MallocAsync = func(ac driver.Context, p driver.Pool, size uint64, s driver.Stream) (driver.Addr, driver.Status) {
		a, st := inner.MallocAsync(ac, p, size, s)
		if !st.OK() {
			failed++
		}
		return a, st
	}
	d.Replace.MemPoolGetAttr = func(ac driver.Context, p driver.Pool, attr driver.PoolAttr) (uint64, driver.Status) {
		v, st := inner.MemPoolGetAttr(ac, p, attr)
		if attr == driver.PoolReservedHigh {
			v += failed * driver.Granule
		}
		return v, st
	}
}

// followNoEvent makes waits of streams for events do nothing.
func followNoEvent(d *faultdriver.Driver, _ driver.Context) {
	d.Replace.StreamWaitEvent = func(driver.Context, driver.Stream, driver.Event) driver.Status { return driver.Status{} }
}

// mutantVariable is the environment variable with the mutant for TestMutant.
const mutantVariable = "CONFORMANCE_MUTANT"

// TestMutant runs in the test binaries that TestFindsMutants starts.
func TestMutant(t *testing.T) {
	name := os.Getenv(mutantVariable)
	if name == "" {
		t.Skip("it is for TestFindsMutants")
	}
	conformance.Run(t, func(t testing.TB) *acl.Device {
		dev := acltest.New(t)
		inner := (*opaque.Device)(dev).Inner()
		mutants[name].plant(testkit.Faults(dev), inner.Context)
		return dev
	}, mempool.EngineNative)
}

// The suite fails on a device with any of the planted faults.
func TestFindsMutants(t *testing.T) {
	acltest.RequireGoMachine(t)
	for name, mutant := range mutants {
		t.Run(name, func(t *testing.T) {
			chapter, test, _ := strings.Cut(mutant.finds, "/")
			cmd := exec.Command(os.Args[0], "-test.short", fmt.Sprintf("-test.run=^TestMutant$/^native$/^(opens|%s)$/^%s$", chapter, test))
			cmd.Env = append(os.Environ(), mutantVariable+"="+name)
			out, _ := cmd.CombinedOutput()
			assert.Equal(t, 1, cmd.ProcessState.ExitCode(), "%s", out)
			assert.Contains(t, string(out), "--- FAIL: TestMutant/native/"+mutant.finds+" ", "%s", out)
		})
	}
}
