// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// If a program orders its uses, no allocation gets memory that another stream may still use
// and that is not ordered before the allocation. This must hold on the documented device and
// on every release. The model knows the tasks that each stream has enqueued, which of them may
// have run while gates are closed, and how they are ordered.

const orderSize = 16 * mib

// orderModel is the model of a program with a few streams.
type orderModel struct {
	outer *testing.T // its cleanup opens the gates after a failure
	dev   *acl.Device
	pool  *mempool.Pool
	lanes []*lane
	host  clock // tasks that the host knows to be complete
	live  []*owned

	touched map[acl.DevicePtr][]point // uses since the last allocation, by granule
}

// lane is a stream and its tasks.
type lane struct {
	*stream.Stream
	tasks   []task
	reached int   // number of tasks that may have run
	after   clock // tasks that the next task is ordered after, in addition to host
}

// task is a gate, a wait, or other work.
type task struct {
	gate *acltest.Gate
	shut bool
	wait point
}

// point is a point on a lane, after its first n tasks.
type point struct {
	lane *lane
	n    int
}

// clock is, for each lane, how many of its tasks are ordered before a point.
type clock map[*lane]int

func (c clock) merge(o clock) {
	for l, n := range o {
		c[l] = max(c[l], n)
	}
}

// owned is a live block, and its uses that were recorded.
type owned struct {
	mempool.Block
	uses []point
}

// told reports whether a use up to the point, or a later one, was recorded.
func (o *owned) told(p point) bool {
	return slices.ContainsFunc(o.uses, func(u point) bool { return u.lane == p.lane && u.n >= p.n })
}

func (o *owned) granules() (all []acl.DevicePtr) {
	for off := uint64(0); off < o.Rounded(); off += driver.Granule {
		all = append(all, o.Ptr()+acl.DevicePtr(off))
	}
	return all
}

func (m *orderModel) lane(t *rapid.T) *lane {
	return m.lanes[rapid.IntRange(0, len(m.lanes)-1).Draw(t, "stream")]
}

func (m *orderModel) block(t *rapid.T) *owned {
	if len(m.live) == 0 {
		t.Skip("nothing lives")
	}
	return m.live[rapid.IntRange(0, len(m.live)-1).Draw(t, "block")]
}

func (l *lane) here() point { return point{l, len(l.tasks)} }

// enqueue adds a task and runs what can run.
func (m *orderModel) enqueue(l *lane, k task) {
	l.tasks = append(l.tasks, k)
	m.run()
}

// run runs all tasks that can run.
func (m *orderModel) run() {
	for again := true; again; {
		again = false
		for _, l := range m.lanes {
			for l.reached < len(l.tasks) && l.tasks[l.reached].ready() {
				l.reached++
				again = true
			}
		}
	}
}

func (k task) ready() bool { return !k.shut && (k.wait.lane == nil || k.wait.done()) }

// done reports whether the lane may have reached the point.
func (p point) done() bool { return p.lane.reached >= p.n }

// before reports whether a point is ordered before the next task of a lane.
func (m *orderModel) before(p point, l *lane) bool {
	return p.lane == l || p.n <= max(l.after[p.lane], m.host[p.lane])
}

// finish opens the gates that a lane needs to reach a point.
func (m *orderModel) finish(p point) {
	for !p.done() {
		k := &p.lane.tasks[p.lane.reached]
		if k.shut {
			k.gate.Release()
			k.shut = false
		} else {
			m.finish(k.wait)
		}
		m.run()
	}
}

func (m *orderModel) finishAll() {
	for _, l := range m.lanes {
		m.finish(l.here())
	}
}

// seen records that the host knows all tasks of a lane to be complete.
func (m *orderModel) seen(l *lane) {
	m.host.merge(l.after)
	m.host[l] = len(l.tasks)
}

// handed checks a block that was just allocated.
func (m *orderModel) handed(t *rapid.T, l *lane, b mempool.Block) {
	o := &owned{Block: b}
	for _, g := range o.granules() {
		for _, p := range m.touched[g] {
			require.True(t, p.done() || m.before(p, l),
				"%s is handed to stream %q while stream %q can work on it", b, l.Name(), p.lane.Name())
		}
	}
	m.enqueue(l, task{})
	for _, g := range o.granules() {
		m.touched[g] = []point{l.here()}
	}
	m.live = append(m.live, o)
}

// touch records that a lane uses a block up to a point.
func (m *orderModel) touch(o *owned, p point) {
	for _, g := range o.granules() {
		m.touched[g] = append(m.touched[g], p)
	}
}

func (m *orderModel) malloc(t *rapid.T) {
	l := m.lane(t)
	b, err := m.pool.MallocAsync(l.Stream, rapid.Uint64Range(1, 6*mib).Draw(t, "size"))
	if err != nil {
		require.ErrorIs(t, err, acl.ErrOutOfMemory)
		return
	}
	m.handed(t, l, b)
}

func (m *orderModel) mallocN(t *rapid.T) {
	l := m.lane(t)
	sizes := rapid.SliceOfN(rapid.Uint64Range(1, 4*mib), 1, 3).Draw(t, "sizes")
	blocks := make([]mempool.Block, len(sizes))
	if err := m.pool.MallocAsyncN(l.Stream, blocks, sizes); err != nil {
		require.ErrorIs(t, err, acl.ErrOutOfMemory)
		return
	}
	for _, b := range blocks {
		m.handed(t, l, b)
	}
}

// use uses a block on a lane that is ordered after its allocation.
func (m *orderModel) use(t *rapid.T) {
	o, l := m.block(t), m.lane(t)
	for _, g := range o.granules() {
		if !m.before(m.touched[g][0], l) {
			t.Skip("the block is not there yet")
		}
	}
	v, err := o.View().Slice(0, 1)
	require.NoError(t, err)
	require.NoError(t, l.Fill(v, 1))
	m.enqueue(l, task{})
	m.touch(o, l.here())
}

func (m *orderModel) recordUse(t *rapid.T) {
	o, l := m.block(t), m.lane(t)
	require.NoError(t, m.pool.RecordUse(l.Stream, o.Block))
	o.uses = append(o.uses, l.here())
}

// unordered returns the lanes that use a block, are not ordered before lane l, and are not
// recorded as users.
func (m *orderModel) unordered(o *owned, l *lane) (lanes []*lane) {
	for _, g := range o.granules() {
		for _, p := range m.touched[g] {
			if !m.before(p, l) && !o.told(p) && !slices.Contains(lanes, p.lane) {
				lanes = append(lanes, p.lane)
			}
		}
	}
	return lanes
}

// freed records a free on a lane, ordered after others.
func (m *orderModel) freed(o *owned, l *lane, others []*lane) {
	for _, other := range others {
		m.touch(o, other.here())
	}
	for _, use := range o.uses {
		m.touch(o, use)
	}
	m.enqueue(l, task{})
	m.touch(o, l.here())
	m.live = slices.DeleteFunc(m.live, func(x *owned) bool { return x == o })
}

func (m *orderModel) free(t *rapid.T) {
	o, l := m.block(t), m.lane(t)
	others := m.unordered(o, l)
	if rapid.Bool().Draw(t, "one more") {
		others = append(others, m.lane(t))
	}
	var places []mempool.Place
	var again []*event.Event
	for _, other := range others {
		if rapid.Bool().Draw(t, "as an event") {
			e, err := event.New(m.dev, event.Config{})
			require.NoError(t, err)
			defer func() { require.NoError(t, e.Close()) }()
			require.NoError(t, other.Record(e))
			m.enqueue(other, task{})
			places, again = append(places, e), append(again, e)
			continue
		}
		places = append(places, other.Stream)
	}
	if len(places) == 0 {
		require.NoError(t, m.pool.FreeAsync(l.Stream, o.Block))
	} else {
		require.NoError(t, m.pool.FreeAfter(l.Stream, o.Block, places...))
	}
	m.freed(o, l, others)
	for _, e := range again { // changes nothing for the free
		if rapid.Bool().Draw(t, "record it anew") {
			other := m.lane(t)
			require.NoError(t, other.Record(e))
			m.enqueue(other, task{})
		}
	}
}

func (m *orderModel) freeN(t *rapid.T) {
	l := m.lane(t)
	n := rapid.IntRange(0, len(m.live)).Draw(t, "blocks")
	chosen := slices.Clone(m.live[:n])
	var blocks []mempool.Block
	for _, o := range chosen {
		for _, other := range m.unordered(o, l) {
			require.NoError(t, m.pool.RecordUse(other.Stream, o.Block))
			o.uses = append(o.uses, other.here())
		}
		blocks = append(blocks, o.Block)
	}
	require.NoError(t, m.pool.FreeAsyncN(l.Stream, blocks))
	for _, o := range chosen {
		m.freed(o, l, nil)
	}
}

func (m *orderModel) order(t *rapid.T) {
	a, b := m.lane(t), m.lane(t)
	if a == b {
		t.Skip("it is in order")
	}
	order(t, a.Stream, b.Stream)
	m.enqueue(a, task{})
	m.enqueue(b, task{wait: a.here()})
	b.after.merge(a.after)
	b.after.merge(m.host)
	b.after[a] = len(a.tasks)
}

func (m *orderModel) hold(t *rapid.T) {
	l := m.lane(t)
	m.enqueue(l, task{gate: acltest.Hold(m.outer, l.Stream), shut: true})
}

// release opens a gate and all gates before it.
func (m *orderModel) release(t *rapid.T) {
	l := m.lane(t)
	if n := slices.IndexFunc(l.tasks, func(k task) bool { return k.shut }); n >= 0 {
		m.finish(point{l, n + 1})
	}
}

func (m *orderModel) synchronize(t *rapid.T) {
	l := m.lane(t)
	if !l.here().done() {
		t.Skip("it would wait")
	}
	require.NoError(t, l.Synchronize(context.Background()))
	m.seen(l)
}

func (m *orderModel) query(t *rapid.T) {
	l := m.lane(t)
	done, err := l.Query()
	require.NoError(t, err)
	if done {
		require.True(t, l.here().done())
		m.seen(l)
	}
}

func (m *orderModel) replace(t *rapid.T) {
	i := rapid.IntRange(0, len(m.lanes)-1).Draw(t, "stream")
	l := m.lanes[i]
	m.finish(l.here())
	require.NoError(t, l.Close(context.Background()))
	m.seen(l)
	m.lanes[i] = m.newLane(t)
	for _, o := range m.live {
		o.uses = slices.DeleteFunc(o.uses, func(u point) bool { return u.lane == l })
	}
}

func (m *orderModel) newLane(t *rapid.T) *lane {
	s, err := stream.New(m.dev, stream.Config{})
	require.NoError(t, err)
	return &lane{Stream: s, after: clock{}}
}

func (m *orderModel) trim(t *rapid.T) {
	_, err := m.pool.TrimTo(rapid.SampledFrom([]uint64{0, orderSize / 2}).Draw(t, "keep"))
	require.NoError(t, err)
}

func (m *orderModel) trimSync(t *rapid.T) {
	m.finishAll()
	tr, err := m.pool.TrimSync(context.Background(), 0)
	require.NoError(t, err)
	require.Zero(t, tr.Pending)
}

// starve makes a plain allocation fail, which trims idle pools on some releases.
func (m *orderModel) starve(t *rapid.T) {
	_, err := m.dev.Malloc(64 * mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
}

func (m *orderModel) setRelease(t *rapid.T) {
	require.NoError(t, m.pool.SetRelease(rapid.SampledFrom([]mempool.Release{{}, mempool.ReleaseAll}).Draw(t, "release")))
}

// check compares the statistics with the model: memory that may be in use is not released, and
// counts as pending.
func (m *orderModel) check(t *rapid.T) {
	var used uint64
	cached := maps.Clone(m.touched)
	for _, o := range m.live {
		used += o.Rounded()
		for _, g := range o.granules() {
			delete(cached, g)
		}
	}
	maps.DeleteFunc(cached, func(_ acl.DevicePtr, points []point) bool {
		return !slices.ContainsFunc(points, func(p point) bool { return !p.done() })
	})
	working := uint64(len(cached)) * driver.Granule
	st, err := m.pool.Stats()
	require.NoError(t, err)
	require.Equal(t, used, st.Used)
	require.EqualValues(t, len(m.live), st.LiveBlocks)
	require.GreaterOrEqual(t, st.Reserved, used+working)
	require.GreaterOrEqual(t, st.Pending, working)
	require.Zero(t, st.Lost)
}

// end frees and closes everything.
func (m *orderModel) end(t *rapid.T) {
	ctx := context.Background()
	m.finishAll()
	require.NoError(t, m.dev.Synchronize(ctx))
	for _, o := range m.live {
		require.NoError(t, m.pool.FreeAsync(m.lane(t).Stream, o.Block))
	}
	tr, err := m.pool.TrimSync(ctx, 0)
	require.NoError(t, err)
	require.Zero(t, tr.Pending)
	st, err := m.pool.Stats()
	require.NoError(t, err)
	require.Zero(t, st.Reserved)
	require.NoError(t, m.pool.Close(ctx))
	for _, l := range m.lanes {
		require.NoError(t, l.Close(ctx))
	}
	require.NoError(t, m.dev.Close(ctx))
}

func TestNoMemoryInUseIsHandedOut(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			host := acltest.NewMachine(t, sim.Config{Behaviour: b, Memory: 64 * mib})
			host.AllowHazards(hazard.WriteAfterWrite) // the uses of a block are ordered only after its allocation
			rapid.Check(t, func(rt *rapid.T) {
				dev, err := host.Open(0)
				require.NoError(rt, err)
				m := &orderModel{outer: t, dev: dev, host: clock{}, touched: map[acl.DevicePtr][]point{}}
				defer func() { // needed after a failure
					m.finishAll()
					_ = (*opaque.Device)(dev).Inner().Root.ForceChildren(context.Background())
				}()
				m.pool, err = mempool.New(context.Background(), dev, mempool.Config{
					MaxSize: orderSize, Release: rapid.SampledFrom([]mempool.Release{{}, mempool.ReleaseAll}).Draw(rt, "release"),
				})
				require.NoError(rt, err)
				for range 3 {
					m.lanes = append(m.lanes, m.newLane(rt))
				}
				rt.Repeat(map[string]func(*rapid.T){
					"malloc": m.malloc, "malloc too": m.malloc, "malloc many": m.mallocN, "use": m.use, "use too": m.use,
					"record a use": m.recordUse, "free": m.free, "free too": m.free, "free many": m.freeN,
					"order": m.order, "hold": m.hold, "release": m.release, "synchronize": m.synchronize, "query": m.query,
					"replace a stream": m.replace, "trim": m.trim, "trim and wait": m.trimSync, "starve": m.starve,
					"set release": m.setRelease, "": m.check,
				})
				m.end(rt)
			})
		})
	}
}
