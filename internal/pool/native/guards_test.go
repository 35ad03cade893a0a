// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// Each test runs the same operations without a guard, where a release does something unsafe,
// and with the guard, which prevents it.

// Memory that is freed on another stream is reused by the stream that allocated it, which is
// not ordered after the work of the other.
func TestGuardOfFreesOnOtherStreams(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANNDev, sim.CANN91} {
		t.Run(string(b), func(t *testing.T) {
			guarded(t, b, keepAll, 2*mib, func(r *rig, guarded bool) {
				home, away := r.s[0], r.s[1]
				b := r.alloc(home, 1)
				order(t, home, away)
				gate := acltest.Hold(t, away)
				r.free(away, b)
				st := r.figures()
				assert.Equal(t, [2]uint64{0, 2 * mib}, [2]uint64{st.Used, st.Pending})
				assert.Equal(t, !guarded, r.taken(home), "the other stream is at work")
				gate.Release()
				synchronize(t, away)
				assert.True(t, r.taken(home))
				synchronize(t, home)
			})
		})
	}
}

// A trim takes memory that a stream still uses, and another stream gets it.
func TestGuardOfTrims(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANNDev, sim.CANN91, sim.CANNMaster} {
		t.Run(string(b), func(t *testing.T) {
			guarded(t, b, keepAll, 2*mib, func(r *rig, guarded bool) {
				gate := acltest.Hold(t, r.s[0])
				r.free(r.s[0], r.alloc(r.s[0], 1))
				tr, err := r.n.Trim(0)
				require.NoError(t, err)
				want := engine.Trimmed{Released: 2 * mib}
				if guarded {
					want = engine.Trimmed{Pending: 2 * mib}
				}
				assert.Equal(t, want, tr)
				assert.Equal(t, !guarded, r.taken(r.s[1]), "the first stream is at work")
				gate.Release()
				synchronize(t, r.s[:]...)
				_, err = r.n.Trim(0) // if the synchronize has not
				require.NoError(t, err)
				assert.Zero(t, r.figures().Reserved)
			})
		})
	}
}

// A synchronize of any stream trims, and so takes memory that another stream still uses.
func TestGuardOfReleases(t *testing.T) {
	guarded(t, sim.CANNDev, engine.Settings{Reuse: byEvent}, 2*mib, func(r *rig, guarded bool) {
		gate := acltest.Hold(t, r.s[0])
		r.free(r.s[0], r.alloc(r.s[0], 1))
		synchronize(t, r.s[1])
		assert.Equal(t, !guarded, r.taken(r.s[1]), "the first stream is at work")
		gate.Release()
		synchronize(t, r.s[:]...)
		assert.Zero(t, r.figures().Reserved, "what is complete is released")
	})
}

// A plain allocation that fails for lack of memory trims all idle pools.
func TestGuardOfPlainAllocations(t *testing.T) {
	guarded(t, sim.CANNDev, keepAll, 2*mib, func(r *rig, guarded bool) {
		gate := acltest.Hold(t, r.s[0])
		r.free(r.s[0], r.alloc(r.s[0], 1))
		_, err := r.dev.Malloc(64 * mib)
		require.ErrorIs(t, err, acl.ErrOutOfMemory)
		want := uint64(0)
		if guarded {
			want = 2 * mib
		}
		assert.Equal(t, want, r.figures().Reserved, "the first stream is at work")
		gate.Release()
		synchronize(t, r.s[:]...)
	})
}

// Releases that trim nothing by themselves keep the Release that the program asks for. What
// is never reused goes back whatever the program asks for.
func TestReleaseWhereACLDoesNot(t *testing.T) {
	for b, keeps := range map[sim.Behaviour]uint64{sim.CANN91: 2 * mib, sim.CANNMaster: 0} {
		guarded(t, b, engine.Settings{Keep: 2 * mib, Reuse: byEvent}, 8*mib, func(r *rig, guarded bool) {
			r.free(r.s[0], r.alloc(r.s[0], 2*mib), r.alloc(r.s[0], 4*mib))
			synchronize(t, r.s[0])
			want := uint64(6 * mib)
			if guarded {
				want = keeps
			}
			assert.Equal(t, want, r.figures().Reserved)
		})
	}
}

// The rest of a split block belongs to the stream that took the other part. So a stream that
// is ordered after that one gets memory that the stream of the free still uses.
func TestGuardOfSplitBlocks(t *testing.T) {
	guarded(t, sim.CANNDev, keepAll, 4*mib, func(r *rig, guarded bool) {
		owner, taker, third := r.s[0], r.s[1], r.s[2]
		before := acltest.Hold(t, taker) // releases forget an event that has completed
		order(t, taker, third)
		before.Release()
		gate := acltest.Hold(t, owner)
		r.free(owner, r.alloc(owner, 4*mib))
		order(t, owner, taker)
		half, err := r.tryAlloc(taker, 1)
		assert.Equal(t, guarded, err != nil)
		assert.Equal(t, !guarded, r.taken(third), "the owner is at work")
		gate.Release()
		if err == nil {
			r.free(taker, half)
		}
		synchronize(t, r.s[:]...)
	})
}

// Where freed memory never serves again, or not on other streams, a pool would run dry:
// what is complete goes back to the device before an allocation fails.
func TestExhaustion(t *testing.T) {
	for b, another := range map[sim.Behaviour]bool{sim.CANNMaster: false, sim.CANN91: true} {
		t.Run(string(b), func(t *testing.T) {
			guarded(t, b, keepAll, 2*mib, func(r *rig, guarded bool) {
				second := r.s[0]
				if another {
					second = r.s[1]
				}
				r.free(r.s[0], r.alloc(r.s[0], 1))
				synchronize(t, r.s[0])
				if !guarded {
					_, err := r.allocOnce(second, 1)
					require.True(t, engine.IsRefusal(err), err)
				}
				assert.True(t, r.taken(second))
				synchronize(t, second)
			})
		})
	}
}

// An allocation that finds too little memory on the device when it executes fails then. So an engine
// compares an allocation with the free memory of the device first. It cannot where the device
// does not say what is free: this is the run without the guard.
func TestGuardOfGrowth(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		t.Run(string(b)+"/with", func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 64 * mib})
			r := newRigOn(t, dev, true, keepAll, 32*mib)
			m, err := dev.Malloc(58 * mib)
			require.NoError(t, err)
			_, err = r.tryAlloc(r.s[0], 8*mib)
			require.ErrorIs(t, err, acl.ErrOutOfMemory)
			short, ok := errors.AsType[*engine.Shortage](err)
			require.True(t, ok)
			assert.True(t, short.OfDevice)
			require.NoError(t, m.Close())
		})
		t.Run(string(b)+"/without", func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 64 * mib})
			r := newRigOn(t, dev, true, keepAll, 32*mib)
			m, err := dev.Malloc(58 * mib)
			require.NoError(t, err)
			s, err := stream.New(dev, stream.Config{})
			require.NoError(t, err)
			r.lanes[s] = r.n.Attach(inner(s))
			testkit.Faults(dev).Replace.MemInfo = unknownMemInfo
			c, err := r.allocOnce(s, 8*mib)
			require.NoError(t, err, "the call succeeds")
			require.ErrorIs(t, s.Synchronize(t.Context()), acl.ErrDevice, "the allocation fails when it executes")
			r.free(s, c)
			require.NoError(t, s.Close(t.Context()), "a failure is reported once")
			require.NoError(t, m.Close())
		})
	}
}

// unknownMemInfo fails, so that nobody learns what the device has free.
func unknownMemInfo(driver.Context, driver.MemAttr) (free, total uint64, st driver.Status) {
	return 0, 0, driver.Status{Code: driver.RTInternalError}
}
