// SPDX-License-Identifier: Apache-2.0

package conformance_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/acltest/conformance"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// mutants are devices with a fault, and a case that has to find it.
var mutants = map[string]struct {
	driver func(driver.API) driver.API
	finds  string
}{
	"frees at once":     {func(d driver.API) driver.API { return &freesAtOnce{API: d} }, "order/trim_in_between"},
	"one block for two": {func(d driver.API) driver.API { return &oneForTwo{API: d} }, "reuse/live_memory_stays"},
	"trims nothing":     {func(d driver.API) driver.API { return trimsNothing{d} }, "trims/of_complete_memory"},
	"counts a failure":  {func(d driver.API) driver.API { return &countsFailures{API: d} }, "exhaustion/full"},
	"follows no event":  {func(d driver.API) driver.API { return followsNone{d} }, "streams/hand_around"},
}

// freesAtOnce frees on a stream that has nothing else to do. In other contexts than the
// device's it does not: pools are guarded against what a probe finds.
type freesAtOnce struct {
	driver.API
	ac   driver.Context
	idle driver.Stream
}

func (m *freesAtOnce) SetDevice(id int32) (ac driver.Context, st driver.Status) {
	m.ac, st = m.API.SetDevice(id)
	return m.ac, st
}

func (m *freesAtOnce) FreeAsync(ac driver.Context, a driver.Addr, s driver.Stream) driver.Status {
	if ac != m.ac {
		return m.API.FreeAsync(ac, a, s)
	}
	if m.idle == 0 {
		m.idle, _ = m.API.CreateStream(ac)
	}
	return m.API.FreeAsync(ac, a, m.idle)
}

// oneForTwo answers some allocations with the block before.
type oneForTwo struct {
	driver.API
	calls int
	last  driver.Addr
}

func (m *oneForTwo) MallocAsync(ac driver.Context, p driver.Pool, size uint64, s driver.Stream) (driver.Addr, driver.Status) {
	a, st := m.API.MallocAsync(ac, p, size, s)
	if m.calls++; st.OK() && m.calls%5 == 0 && m.last != 0 {
		return m.last, st
	}
	m.last = a
	return a, st
}

// trimsNothing says that it has.
type trimsNothing struct{ driver.API }

func (m trimsNothing) MemPoolTrimTo(driver.Context, driver.Pool, uint64) driver.Status {
	return driver.Status{}
}

// countsFailures counts a granule as used for an allocation that has failed.
type countsFailures struct {
	driver.API
	failed uint64
}

func (m *countsFailures) MallocAsync(ac driver.Context, p driver.Pool, size uint64, s driver.Stream) (driver.Addr, driver.Status) {
	a, st := m.API.MallocAsync(ac, p, size, s)
	if !st.OK() {
		m.failed++
	}
	return a, st
}

func (m *countsFailures) MemPoolGetAttr(ac driver.Context, p driver.Pool, attr driver.PoolAttr) (uint64, driver.Status) {
	v, st := m.API.MemPoolGetAttr(ac, p, attr)
	if attr == driver.PoolReservedHigh {
		v += m.failed * driver.Granule
	}
	return v, st
}

// followsNone lets streams wait for nothing.
type followsNone struct{ driver.API }

func (followsNone) StreamWaitEvent(driver.Context, driver.Stream, driver.Event) driver.Status {
	return driver.Status{}
}

// mutantVariable names the mutant that TestMutant runs on.
const mutantVariable = "CONFORMANCE_MUTANT"

// TestMutant is what runs in the test binaries that TestFindsMutants starts.
func TestMutant(t *testing.T) {
	name := os.Getenv(mutantVariable)
	if name == "" {
		t.Skip("it is for TestFindsMutants")
	}
	conformance.Run(t, func(t testing.TB) *acl.Device {
		m := acltest.NewMachine(t, sim.Config{})
		opened, err := opaque.OpenDevice(core.NewRuntime(mutants[name].driver((*opaque.Machine)(m).Inner().Driver), nil, false), 0, nil)
		require.NoError(t, err)
		dev := (*acl.Device)(opened)
		t.Cleanup(func() { _ = dev.Close(context.Background()) })
		return dev
	}, mempool.EngineNative)
}

// A suite that passes whatever the device does proves nothing.
func TestFindsMutants(t *testing.T) {
	acltest.NeedsMachine(t)
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
