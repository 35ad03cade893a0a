// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cmp"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// lane is the engine's state for one stream, guarded by the stream's lock.
type lane struct {
	*Engine
	stream   *core.Stream
	pending  pendingFrees
	cached   uint64 // bytes freed here and not allocated since, about
	room     room
	ops      []driver.BatchOp // scratch
	prepared []*deferredFree  // scratch: deferred frees of one call
	end      *core.Record     // last record of Mark; the lane is not a user of it
	deferred deferredFrees    // has its own lock
}

// Attach returns the state for a stream.
func (n *Engine) Attach(s *core.Stream) engine.Lane {
	n.attaching.Lock()
	defer n.attaching.Unlock()
	l := &lane{Engine: n, stream: s}
	all := append(slices.Clone(*n.lanes.Load()), l)
	slices.SortFunc(all, func(a, b *lane) int { return cmp.Compare(a.stream.ID, b.stream.ID) })
	n.lanes.Store(&all)
	return l
}

// Retire removes the lane of a closed stream, unless it holds deferred frees.
func (l *lane) Retire() bool {
	if !l.deferred.retire() {
		return false
	}
	l.attaching.Lock()
	defer l.attaching.Unlock()
	l.granted.Add(^(l.room.granted - 1))
	all := slices.DeleteFunc(slices.Clone(*l.lanes.Load()), func(o *lane) bool { return o == l })
	l.lanes.Store(&all)
	return true
}

// Mark returns a record at the end of the stream: the last one, if it is still at the end. On
// a stream of other code it always records an event, since the work of that code is not
// counted.
func (l *lane) Mark() (*core.Record, error) {
	if l.end != nil && !l.stream.Foreign && l.end.RetainAt(l.stream, l.stream.Place().Pos) {
		return l.end, nil
	}
	r, err := l.events.record(l.stream)
	if err == nil {
		l.end = r
	}
	return r, err
}

// markEnd is Mark for any stream, which is locked.
func (n *Engine) markEnd(s *core.Stream) (*core.Record, error) {
	if l := n.find(s.ID); l != nil {
		return l.Mark()
	}
	return n.events.record(s)
}

// find returns the lane of a stream, or nil if it was retired.
func (n *Engine) find(id uint64) *lane {
	all := *n.lanes.Load()
	i, ok := slices.BinarySearchFunc(all, id, func(l *lane, id uint64) int { return cmp.Compare(l.stream.ID, id) })
	if !ok {
		return nil
	}
	return all[i]
}

// lockAll locks all streams of the pool, so that no memory is allocated or freed until
// unlockAll.
func (n *Engine) lockAll() {
	n.attaching.Lock()
	for _, l := range *n.lanes.Load() {
		l.stream.LockState()
	}
}

func (n *Engine) unlockAll() {
	for _, l := range *n.lanes.Load() {
		l.stream.Unlock()
	}
	n.attaching.Unlock()
}

// Alloc allocates size bytes, rounded up to the granule.
func (l *lane) Alloc(size uint64) (engine.Chunk, error) {
	rounded, ok := driver.RoundUp(size, driver.Granule)
	if !ok {
		return engine.Chunk{}, errSize
	}
	if err := l.makeRoom(rounded, rounded); err != nil {
		return engine.Chunk{}, refused(err)
	}
	return l.allocOne(size, rounded)
}

func (l *lane) allocOne(size, rounded uint64) (engine.Chunk, error) {
	a, st := l.dev.Driver.MallocAsync(l.dev.Context, l.handle, rounded, l.stream.Handle)
	if !st.OK() {
		l.room.checked = false
		return engine.Chunk{}, refused(fail("aclrtMemPoolMallocAsync", st))
	}
	l.stream.Note()
	l.allocated(rounded)
	if l.room.checked {
		l.noteGrowth(rounded)
	}
	if l.tap.Listening() {
		l.grown()
	}
	return engine.Chunk{Addr: uint64(a), Size: size, Ref: l.stream.ID}, nil
}

func (l *lane) allocated(rounded uint64) { l.cached -= min(l.cached, rounded) }

func (l *lane) freed(rounded uint64) {
	l.pending.note(l.stream, rounded)
	l.cached += rounded
}

// Free frees a chunk, or defers its free where that must wait.
func (l *lane) Free(c engine.Chunk, after []engine.Place) (lost bool, err error) {
	if l.mustDefer(c, after) {
		return false, l.deferOne(c, after)
	}
	st := l.dev.Driver.FreeAsync(l.dev.Context, driver.Addr(c.Addr), l.stream.Handle)
	if !st.OK() {
		return true, l.lose(c, fail("aclrtMemPoolFreeAsync", st))
	}
	l.freed(rounded(c))
	return false, nil
}

// rounded returns how many bytes of the pool a chunk takes.
func rounded(c engine.Chunk) uint64 {
	n, _ := driver.RoundUp(c.Size, driver.Granule) // cannot fail: the size was allocated
	return n
}
