// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// What releases do wrong, and that the guards keep it away: each test does the same
// without a guard, where it goes wrong, and with it.

// rig is a pool on the pools of a release, and streams.
type rig struct {
	*mempool.Pool
	t   *testing.T
	dev *acl.Device
	s   [3]*stream.Stream
}

// guarded runs a test without and with the guards.
func guarded(t *testing.T, b sim.Behaviour, cfg mempool.Config, f func(r *rig, guarded bool)) {
	t.Helper()
	for name, on := range map[string]bool{"without": false, "with": true} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, b, cfg)
			if !on {
				require.NoError(t, r.Unguard())
			}
			f(r, on)
		})
	}
}

func newRig(t *testing.T, b sim.Behaviour, cfg mempool.Config) *rig {
	t.Helper()
	r := &rig{t: t, dev: acltest.NewDevice(t, sim.Config{Behaviour: b, Memory: max(64*mib, cfg.MaxSize)})}
	for i := range r.s {
		r.s[i] = acltest.Stream(t, r.dev)
	}
	r.Pool = acltest.Pool(t, r.dev, cfg)
	for _, s := range r.s { // which the pool knows then
		free(t, r.Pool, s, malloc(t, r.Pool, s, 1))
		synchronize(t, s)
		_, err := r.TrimTo(0)
		require.NoError(t, err)
	}
	return r
}

// taken reports whether a stream gets memory, and gives it back in its order.
func (r *rig) taken(s *stream.Stream) bool {
	r.t.Helper()
	b, err := r.MallocAsync(s, 1)
	if err != nil {
		require.ErrorIs(r.t, err, acl.ErrOutOfMemory)
		return false
	}
	free(r.t, r.Pool, s, b)
	return true
}

// Memory freed on another stream serves the one that allocated it, which knows nothing of
// the other's work.
func TestGuardOfFreesOnOtherStreams(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANNDev, sim.CANN91} {
		t.Run(string(b), func(t *testing.T) {
			guarded(t, b, mempool.Config{MaxSize: 2 * mib}, func(r *rig, guarded bool) {
				home, away := r.s[0], r.s[1]
				b := malloc(t, r.Pool, home, 1)
				order(t, home, away)
				gate := acltest.Hold(t, away)
				free(t, r.Pool, away, b)
				st := stats(t, r.Pool)
				assert.Equal(t, [3]uint64{0, 2 * mib, 0}, [3]uint64{st.Used, st.Pending, st.LiveBlocks})
				assert.Equal(t, !guarded, r.taken(home), "the other stream is at work")
				gate.Release()
				synchronize(t, away)
				assert.True(t, r.taken(home))
				synchronize(t, home)
			})
		})
	}
}

// A trim takes memory that a stream still works on, and another gets it.
func TestGuardOfTrims(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANNDev, sim.CANN91, sim.CANNMaster} {
		t.Run(string(b), func(t *testing.T) {
			guarded(t, b, mempool.Config{MaxSize: 2 * mib}, func(r *rig, guarded bool) {
				gate := acltest.Hold(t, r.s[0])
				free(t, r.Pool, r.s[0], malloc(t, r.Pool, r.s[0], 1))
				tr, err := r.TrimTo(0)
				require.NoError(t, err)
				want := mempool.Trimmed{Released: 2 * mib}
				if guarded {
					want = mempool.Trimmed{Pending: 2 * mib}
				}
				assert.Equal(t, want, tr)
				assert.Equal(t, !guarded, r.taken(r.s[1]), "the first stream is at work")
				gate.Release()
				synchronize(t, r.s[:]...)
				tr, err = r.TrimTo(0)
				require.NoError(t, err)
				assert.EqualValues(t, 2*mib, tr.Released)
			})
		})
	}
}

// A synchronize of any stream trims, and so takes memory that another works on.
func TestGuardOfReleases(t *testing.T) {
	guarded(t, sim.CANNDev, mempool.Config{MaxSize: 2 * mib, Release: mempool.ReleaseAll}, func(r *rig, guarded bool) {
		gate := acltest.Hold(t, r.s[0])
		free(t, r.Pool, r.s[0], malloc(t, r.Pool, r.s[0], 1))
		synchronize(t, r.s[1])
		assert.Equal(t, !guarded, r.taken(r.s[1]), "the first stream is at work")
		gate.Release()
		synchronize(t, r.s[:]...)
		assert.Zero(t, stats(t, r.Pool).Reserved, "what is complete is released")
	})
}

// A plain allocation that finds no memory trims all idle pools.
func TestGuardOfPlainAllocations(t *testing.T) {
	guarded(t, sim.CANNDev, mempool.Config{MaxSize: 2 * mib}, func(r *rig, guarded bool) {
		if !guarded {
			require.NoError(t, r.DropKeeper())
		}
		gate := acltest.Hold(t, r.s[0])
		free(t, r.Pool, r.s[0], malloc(t, r.Pool, r.s[0], 1))
		_, err := r.dev.Malloc(64 * mib)
		require.ErrorIs(t, err, acl.ErrOutOfMemory)
		want := uint64(0)
		if guarded {
			want = 2 * mib
		}
		assert.Equal(t, want, stats(t, r.Pool).Reserved, "the first stream is at work")
		gate.Release()
		synchronize(t, r.s[:]...)
	})
}

// Releases that trim nothing by themselves keep the Release that the program asks for.
func TestReleaseWhereACLDoesNot(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANN91, sim.CANNMaster} {
		guarded(t, b, mempool.Config{MaxSize: 8 * mib, Release: mempool.KeepBytes(2 * mib)}, func(r *rig, guarded bool) {
			free(t, r.Pool, r.s[0], malloc(t, r.Pool, r.s[0], 2*mib), malloc(t, r.Pool, r.s[0], 4*mib))
			synchronize(t, r.s[0])
			want := uint64(6 * mib)
			if guarded {
				want = 2 * mib
			}
			assert.Equal(t, want, stats(t, r.Pool).Reserved)
		})
	}
}

// The rest of a split block belongs to who took the other part, so a stream that is
// ordered behind that one gets memory that the stream of the free works on.
func TestGuardOfSplitBlocks(t *testing.T) {
	guarded(t, sim.CANNDev, mempool.Config{MaxSize: 4 * mib}, func(r *rig, guarded bool) {
		owner, taker, third := r.s[0], r.s[1], r.s[2]
		before := acltest.Hold(t, taker) // releases forget an event that has finished
		order(t, taker, third)
		before.Release()
		gate := acltest.Hold(t, owner)
		free(t, r.Pool, owner, malloc(t, r.Pool, owner, 4*mib))
		order(t, owner, taker)
		half, err := r.MallocAsync(taker, 1)
		assert.Equal(t, guarded, err != nil)
		assert.Equal(t, !guarded, r.taken(third), "the owner is at work")
		gate.Release()
		if err == nil {
			free(t, r.Pool, taker, half)
		}
		synchronize(t, r.s[:]...)
	})
}

// Where freed memory never serves again, or not on other streams, a pool would run dry.
func TestGuardOfExhaustion(t *testing.T) {
	for b, another := range map[sim.Behaviour]bool{sim.CANNMaster: false, sim.CANN91: true} {
		t.Run(string(b), func(t *testing.T) {
			guarded(t, b, mempool.Config{MaxSize: 2 * mib}, func(r *rig, guarded bool) {
				second := r.s[0]
				if another {
					second = r.s[1]
				}
				free(t, r.Pool, r.s[0], malloc(t, r.Pool, r.s[0], 1))
				synchronize(t, r.s[0])
				assert.Equal(t, guarded, r.taken(second))
				synchronize(t, second)
			})
		})
	}
}

// The device has no memory left when the allocation executes, and the stream fails.
func TestGuardOfGrowth(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			for _, guarded := range []bool{false, true} {
				dev := acltest.NewDevice(t, sim.Config{Behaviour: b, Memory: 64 * mib})
				p, s := acltest.Pool(t, dev, mempool.Config{MaxSize: 32 * mib}), newStream(t, dev)
				free(t, p, s, malloc(t, p, s, 2*mib))
				if !guarded {
					require.NoError(t, p.Unguard())
				}
				m, err := dev.Malloc(58 * mib)
				require.NoError(t, err)
				block, err := p.MallocAsync(s, 8*mib)
				if guarded {
					require.ErrorIs(t, err, acl.ErrOutOfMemory)
					assert.ErrorContains(t, err, "the device is exhausted")
					require.NoError(t, s.Close(t.Context()))
				} else {
					require.NoError(t, err)
					require.ErrorIs(t, s.Synchronize(t.Context()), acl.ErrDevice)
					require.NoError(t, p.FreeAsync(s, block))
					require.ErrorIs(t, s.Close(t.Context()), acl.ErrDevice)
				}
				require.NoError(t, m.Close())
			}
		})
	}
}

// Sizes that wrap, targets that are no multiple, and a pool that is destroyed while it is
// in use.
func TestBadInputOnReleases(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			r := newRig(t, b, mempool.Config{MaxSize: 16 * mib})
			s := r.s[0]
			kept := malloc(t, r.Pool, s, 1)
			before := stats(t, r.Pool)
			for _, size := range []uint64{0, math.MaxUint64, math.MaxUint64 - 2*mib + 2} {
				_, err := r.MallocAsync(s, size)
				require.ErrorIs(t, err, acl.ErrInvalid)
			}
			_, err := r.TrimTo(17 * mib)
			require.ErrorIs(t, err, acl.ErrInvalid)
			require.ErrorIs(t, r.Close(t.Context()), acl.ErrBusy)
			assert.Equal(t, before, stats(t, r.Pool))

			free(t, r.Pool, s, malloc(t, r.Pool, s, 10*mib))
			synchronize(t, s)
			_, err = r.TrimTo(5*mib + 3)
			require.NoError(t, err)
			assert.EqualValues(t, 6*mib, stats(t, r.Pool).Reserved)
			next := malloc(t, r.Pool, s, 1)
			assert.Zero(t, uint64(next.Ptr()-kept.Ptr())%(2*mib))
			free(t, r.Pool, s, kept, next)
			synchronize(t, s)
		})
	}
}

// A kind of reuse that was not shown is refused by name, left off by Auto, and switched on
// where the program insists.
func TestUnprovenReuse(t *testing.T) {
	dev := acltest.NewDevice(t, sim.Config{Behaviour: sim.CANN91})
	_, err := mempool.New(context.Background(), dev, mempool.Config{Engine: mempool.EngineNative})
	require.ErrorIs(t, err, acl.ErrNotSupported)
	assert.ErrorContains(t, err, "reuse by event has not been shown to work here (it does not happen): forbid it in Reuse, take Engine Auto, or set NativeUnproven")

	p := acltest.Pool(t, dev, mempool.Config{Engine: mempool.EngineNative, Reuse: mempool.Reuse{Event: mempool.EventReuseOff}})
	require.ErrorIs(t, p.SetReuse(mempool.Reuse{Event: mempool.EventReuseOff, Internal: true}), acl.ErrNotSupported)
	assert.Equal(t, mempool.Reuse{Event: mempool.EventReuseOff}, p.Reuse())

	acltest.Pool(t, dev, mempool.Config{Engine: mempool.EngineNative, NativeUnproven: true})
	auto := acltest.Pool(t, dev, mempool.Config{Reuse: mempool.Reuse{Internal: true}})
	engine, why := auto.Engine()
	assert.Equal(t, mempool.EngineNative, engine)
	assert.Contains(t, why, "guarded, since the probe has not shown reuse by event (it does not happen)")
}

// FreeAfter and RecordUse keep memory back until every place has been come by, on every
// release and on the documented device.
func TestFreeAfter(t *testing.T) {
	frees := map[string]func(r *rig, b mempool.Block, s, used *stream.Stream) error{
		"stream": func(r *rig, b mempool.Block, s, used *stream.Stream) error { return r.FreeAfter(s, b, used) },
		"streams": func(r *rig, b mempool.Block, s, used *stream.Stream) error {
			return r.FreeAfter(s, b, r.s[2], used, used, s)
		},
		"event": func(r *rig, b mempool.Block, s, used *stream.Stream) error {
			e, err := event.New(r.dev, event.Config{})
			require.NoError(r.t, err)
			require.NoError(r.t, used.Record(e))
			defer func() { require.NoError(r.t, e.Close()) }()
			return r.FreeAfter(s, b, e)
		},
		"recorded use": func(r *rig, b mempool.Block, s, used *stream.Stream) error {
			require.NoError(r.t, r.RecordUse(b, used))
			require.NoError(r.t, r.RecordUse(b, used))
			return r.FreeAsync(s, b)
		},
	}
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		for name, freeAfter := range frees {
			t.Run(string(b)+"/"+name, func(t *testing.T) {
				r := newRig(t, b, mempool.Config{MaxSize: 2 * mib})
				s, used := r.s[0], r.s[1]
				block := malloc(t, r.Pool, s, 1)
				order(t, s, used)
				gate := acltest.Hold(t, used)
				require.NoError(t, freeAfter(r, block, s, used))
				assert.ErrorIs(t, r.FreeAsync(s, block), acl.ErrClosed)
				assert.ErrorIs(t, r.FreeAfter(s, block, used), acl.ErrClosed)
				assert.ErrorIs(t, r.RecordUse(block, used), acl.ErrClosed)
				synchronize(t, s)
				assert.False(t, r.taken(s), "the other stream is at work")
				st := stats(t, r.Pool)
				assert.Equal(t, [4]uint64{0, 2 * mib, 2 * mib, 0}, [4]uint64{st.Used, st.Reserved, st.Pending, st.LiveBlocks})
				gate.Release()
				tr, err := r.TrimSync(t.Context(), 0)
				require.NoError(t, err)
				assert.Equal(t, mempool.Trimmed{Released: 2 * mib}, tr)
				assert.True(t, r.taken(used))
				synchronize(t, used)
			})
		}
	}
}

type nowhere struct{}

func (nowhere) Name() string   { return "" }
func (nowhere) String() string { return "" }

func TestFreeAfterRefuses(t *testing.T) {
	h := acltest.NewHost(t, sim.Config{Devices: 2})
	dev, other := acltest.Open(t, h, 0), acltest.Open(t, h, 1)
	p, s, far := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 * mib}), acltest.Stream(t, dev), acltest.Stream(t, other)
	fresh, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, fresh.Close()) }()
	b := malloc(t, p, s, 1)
	before := stats(t, p)
	for name, tt := range map[string]struct {
		place mempool.Place
		want  error
	}{
		"another device":   {far, acl.ErrInvalid},
		"nil":              {nil, acl.ErrInvalid},
		"no stream":        {(*stream.Stream)(nil), acl.ErrInvalid},
		"no event":         {(*event.Event)(nil), acl.ErrInvalid},
		"never recorded":   {fresh, acl.ErrNotRecorded},
		"no kind of place": {nowhere{}, acl.ErrInvalid},
	} {
		assert.ErrorIs(t, p.FreeAfter(s, b, tt.place), tt.want, name)
	}
	assert.ErrorIs(t, p.RecordUse(b, far), acl.ErrInvalid)
	assert.ErrorIs(t, p.RecordUse(b, nil), acl.ErrInvalid)
	assert.ErrorIs(t, p.RecordUse(mempool.Block{}, s), acl.ErrInvalid)
	assert.ErrorIs(t, (*mempool.Pool)(nil).RecordUse(b, s), acl.ErrInvalid)
	assert.ErrorIs(t, (*mempool.Pool)(nil).FreeAfter(s, b, s), acl.ErrInvalid)
	assert.Equal(t, before, stats(t, p))
	require.NoError(t, p.FreeAfter(s, b, s), "its own stream is no other place")
}
