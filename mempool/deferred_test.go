// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// A deferred free allocates nothing on the Go heap if there were as many before.
func TestDeferredFreesAllocateNothing(t *testing.T) {
	acltest.DisableHazards(t)
	r := newRig(t, sim.CANNDev, mempool.Config{MaxSize: 64 * mib})
	home, away := r.s[0], r.s[1]
	blocks, sizes := make([]mempool.Block, 1), []uint64{1} // with more, memory is split, for which the simulated device allocates
	ways := map[string]func() error{
		"one": func() error {
			b, err := r.MallocAsync(home, 1)
			if err != nil {
				return err
			}
			synchronize(t, home)
			return r.FreeAsync(away, b)
		},
		"a list": func() error {
			if err := r.MallocAsyncN(home, blocks, sizes); err != nil {
				return err
			}
			synchronize(t, home)
			return r.FreeAsyncN(away, blocks)
		},
	}
	for name, way := range ways {
		assert.Zero(t, testkit.Allocations(100, func() {
			if err := way(); err != nil {
				t.Fatal(err)
			}
			synchronize(t, away)
		}), name)
	}
}
