// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// The cost of an allocation and a free on a machine that can fail and has no fault, as a
// multiple of the cost without the driver that makes calls fail. Measured: 1.00, with 0.02 more or less from run to run.
//
//	go test -run '^$' -bench WithoutFaults -benchtime 1x ./sim
func BenchmarkWithoutFaults(b *testing.B) {
	const limit = 1.05
	base := pairs(b, func(d driver.API) driver.API {
		fake, ok := driver.As[*fakeacl.Machine](d)
		require.True(b, ok)
		return fake
	})
	cost := pairs(b, func(d driver.API) driver.API { return d })
	for b.Loop() {
		benchratio.AtMost(b, limit, cost, base)
	}
}

// pairs returns a function that allocates and frees n times, on a device whose driver is one
// that is made of the machine's.
func pairs(b *testing.B, of func(driver.API) driver.API) (pairs func(n int)) {
	b.Helper()
	m, err := sim.New(sim.Config{})
	require.NoError(b, err)
	b.Cleanup(func() { assert.NoError(b, m.Close(context.Background())) })
	opened, err := opaque.OpenDevice(core.NewRuntime(of((*opaque.Machine)(m).Simulation()), nil, false), 0, nil)
	require.NoError(b, err)
	dev := (*acl.Device)(opened)
	b.Cleanup(func() { assert.NoError(b, dev.Close(context.Background())) })
	s, p := acltest.Stream(b, dev), acltest.Pool(b, dev, mempool.Config{MaxSize: 64 << 20})
	return func(n int) {
		for range n {
			block, err := p.MallocAsync(s, 2<<20)
			if err == nil {
				err = p.FreeAsync(s, block)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
