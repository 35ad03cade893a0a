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
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// rig is a pool with streams, on a device that behaves like a release.
type rig struct {
	*mempool.Pool
	t   *testing.T
	dev *acl.Device
	s   [3]*stream.Stream
}

func newRig(t *testing.T, b sim.Behaviour, cfg mempool.Config) *rig {
	t.Helper()
	r := &rig{t: t, dev: acltest.New(t, sim.Config{Behaviour: b, Memory: max(64*mib, cfg.MaxSize)})}
	for i := range r.s {
		r.s[i] = acltest.Stream(t, r.dev)
	}
	r.Pool = acltest.Pool(t, r.dev, cfg)
	for _, s := range r.s { // creates the shards
		free(t, r.Pool, s, malloc(t, r.Pool, s, 1))
		synchronize(t, s)
		_, err := r.TrimTo(0)
		require.NoError(t, err)
	}
	return r
}

// taken reports whether a stream can allocate a block, which it frees again.
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

// Sizes that overflow, targets that are not multiples of 2 MiB, and a pool that is destroyed
// while it is in use.
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
			want := 6 * mib
			if b == sim.CANNMaster { // nothing is reused there, so everything went back before
				want = 2 * mib
			}
			assert.EqualValues(t, want, stats(t, r.Pool).Reserved)
			next := malloc(t, r.Pool, s, 1)
			assert.Zero(t, uint64(next.Ptr()-kept.Ptr())%(2*mib))
			free(t, r.Pool, s, kept, next)
			synchronize(t, s)
		})
	}
}

// A kind of reuse that the probe could not confirm is refused with EngineNative, off with
// EngineAuto, and switched on with NativeUnproven.
func TestUnprovenReuse(t *testing.T) {
	dev := acltest.New(t, sim.Config{Behaviour: sim.CANN91})
	_, err := mempool.New(t.Context(), dev, mempool.Config{Engine: mempool.EngineNative})
	require.ErrorIs(t, err, acl.ErrNotSupported)
	assert.ErrorContains(t, err, "the probe could not confirm reuse by event here (it does not happen): forbid it in Reuse, take Engine Auto, or set NativeUnproven")

	p := acltest.Pool(t, dev, mempool.Config{Engine: mempool.EngineNative, Reuse: mempool.Reuse{Event: mempool.EventReuseOff}})
	require.ErrorIs(t, p.SetReuse(mempool.Reuse{Event: mempool.EventReuseOff, Internal: true}), acl.ErrNotSupported)
	assert.Equal(t, mempool.Reuse{Event: mempool.EventReuseOff}, p.Reuse())

	acltest.Pool(t, dev, mempool.Config{Engine: mempool.EngineNative, NativeUnproven: true})
	auto := acltest.Pool(t, dev, mempool.Config{Reuse: mempool.Reuse{Internal: true}})
	info := auto.Engine()
	assert.Equal(t, mempool.EngineNative, info.Engine)
	assert.Contains(t, info.Missing, mempool.MissingAbility{Ability: mempool.AbilityEvent, Reason: "it does not happen"})
	assert.Contains(t, info.String(), "guarded, since the probe could not confirm reuse by event (it does not happen)")
}

// With FreeAfter and RecordUse, memory is not reused until every place has been reached, on
// every release and on the documented device.
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
			require.NoError(r.t, r.RecordUse(used, b))
			require.NoError(r.t, r.RecordUse(used, b))
			return r.FreeAsync(s, b)
		},
	}
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		for name, freeAfter := range frees {
			t.Run(string(b)+"/"+name, func(t *testing.T) {
				r := newRig(t, b, mempool.Config{MaxSize: 2 * mib})
				acltest.AllowHazards(t, r.dev, hazard.DoubleFree)
				s, used := r.s[0], r.s[1]
				block := malloc(t, r.Pool, s, 1)
				order(t, s, used)
				gate := acltest.Hold(t, used)
				require.NoError(t, freeAfter(r, block, s, used))
				assert.ErrorIs(t, r.FreeAsync(s, block), acl.ErrClosed)
				assert.ErrorIs(t, r.FreeAfter(s, block, used), acl.ErrClosed)
				assert.ErrorIs(t, r.RecordUse(used, block), acl.ErrClosed)
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

type nowhere struct{ mempool.Place }

func TestFreeAfterRefuses(t *testing.T) {
	h := acltest.NewMachine(t, sim.Config{Devices: 2})
	dev, other := acltest.Open(t, h, 0), acltest.Open(t, h, 1)
	p, s, far := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 * mib}), acltest.Stream(t, dev), acltest.Stream(t, other)
	fresh, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, fresh.Close()) }()
	own, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, own.Close()) }()
	require.NoError(t, s.Record(own))
	adopted, err := event.Adopt(dev, own.Handle(), event.Config{Name: "theirs"})
	require.NoError(t, err)
	defer func() { require.NoError(t, adopted.Close()) }()
	b := malloc(t, p, s, 1)
	before := stats(t, p)
	err = p.FreeAfter(s, b, adopted)
	require.NotErrorIs(t, err, acl.ErrNotRecorded, "it may well be recorded")
	assert.ErrorContains(t, err, `event "theirs" on device 0 was adopted`)
	for name, tt := range map[string]struct {
		place mempool.Place
		want  error
	}{
		"another device":   {far, acl.ErrInvalid},
		"nil":              {nil, acl.ErrInvalid},
		"no stream":        {(*stream.Stream)(nil), acl.ErrInvalid},
		"no event":         {(*event.Event)(nil), acl.ErrInvalid},
		"never recorded":   {fresh, acl.ErrNotRecorded},
		"adopted":          {adopted, acl.ErrInvalid},
		"no kind of place": {nowhere{}, acl.ErrInvalid},
	} {
		assert.ErrorIs(t, p.FreeAfter(s, b, tt.place), tt.want, name)
	}
	assert.ErrorIs(t, p.RecordUse(far, b), acl.ErrInvalid)
	assert.ErrorIs(t, p.RecordUse(nil, b), acl.ErrInvalid)
	assert.ErrorIs(t, p.RecordUse(s, mempool.Block{}), acl.ErrInvalid)
	assert.Equal(t, before, stats(t, p))
	require.NoError(t, p.FreeAfter(s, b, s), "its own stream is no other place")
}
