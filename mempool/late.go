// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"slices"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// lateFree is a block that the program has freed and ACL has not been told of: until
// every mark is passed somebody may still work on it, and ACL could not know.
type lateFree struct {
	block Block
	marks []mark
}

// lateFrees is what waits for being freed on one stream. It has a lock of its own, since
// blocks come from the streams that free them.
type lateFrees struct {
	waiting atomic.Int64 // for a look without the lock

	mu     sync.Mutex
	list   []*lateFree
	spare  []*lateFree
	behind []*core.Stream // used while looking
	bytes  uint64
	closed bool // nothing is taken in any more
}

// of answers the bytes that wait, rounded.
func (l *lateFrees) of() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bytes
}

// add takes a block in, behind marks; false after retire.
func (l *lateFrees) add(b Block, k mark, others []mark) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	var f *lateFree
	if last := len(l.spare) - 1; last >= 0 {
		f, l.spare = l.spare[last], l.spare[:last]
	} else {
		f = new(lateFree)
	}
	f.block, f.marks = b, append(append(f.marks[:0], k), others...)
	l.list = append(l.list, f)
	l.bytes += b.Rounded()
	l.waiting.Add(1)
	return true
}

// retire ends the list of a stream that has closed; false while blocks wait.
func (l *lateFrees) retire() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = len(l.list) == 0
	return l.closed
}

// passed takes out what no mark stands in the way of, and calls each with the block. Of
// several behind one stream only the first is asked for when that has not come by: they
// stand in its order.
func (l *lateFrees) passed(m *marks, each func(Block)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	behind := l.behind[:0] // which have not come by
	kept := l.list[:0]
	for _, f := range l.list {
		if i := slices.IndexFunc(f.marks, func(k mark) bool { return slices.Contains(behind, k.stream) || !m.passed(k) }); i >= 0 {
			behind = append(behind, f.marks[i].stream)
			kept = append(kept, f)
			continue
		}
		l.forget(m, f)
		each(f.block)
	}
	clear(l.list[len(kept):])
	l.list = kept
	clear(behind)
	l.behind = behind
}

// ready reports whether passed would find something.
func (l *lateFrees) ready(m *marks) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.list, func(f *lateFree) bool {
		return !slices.ContainsFunc(f.marks, func(k mark) bool { return !m.passed(k) })
	})
}

func (l *lateFrees) forget(m *marks, f *lateFree) {
	for _, k := range f.marks {
		m.give(k.event)
	}
	l.bytes -= f.block.Rounded()
	l.waiting.Add(-1)
	l.spare = append(l.spare, f)
}

// drop forgets everything, when the pool is destroyed.
func (l *lateFrees) drop(m *marks) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.list {
		l.forget(m, f)
	}
	l.list = nil
}

// streams lists those that marks wait for.
func (l *lateFrees) streams() (streams []*core.Stream) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.list {
		for _, k := range f.marks {
			if !k.stream.Done(k.work) && !slices.Contains(streams, k.stream) {
				streams = append(streams, k.stream)
			}
		}
	}
	return streams
}

// freedLate keeps a free until it may be told: behind a mark on the stream of a shard,
// which is locked, and others. ACL is told on the stream that allocated the block where it
// must be, or on this one.
func (p *pool) freedLate(sh *shard, b Block, k mark, others []mark) {
	b.slot.uses.end()
	sh.counts.freed(b.size)
	if !p.guards.defers || !p.shards.Load().late(b.slot.home, b, k, others) {
		sh.late.add(b, k, others)
	}
	sh.giveBack(b.slot, &p.depot)
}

// late takes a block in for the stream that allocated it, unless that has gone.
func (t *shards) late(home *core.Stream, b Block, k mark, others []mark) bool {
	sh := t.find(home)
	return sh != nil && sh.late.add(b, k, others)
}

// settle tells ACL of the frees that wait for a stream, as far as they may be told. The
// stream is locked.
func (p *pool) settle(sh *shard) {
	sh.late.passed(&p.marks, func(b Block) {
		if err := p.engine.free(sh.stream, driver.Addr(b.ptr)); err != nil {
			p.lostLate(sh, b, err)
			return
		}
		sh.frees.note(sh.stream, b.Rounded())
	})
}

// settleApart is settle on a stream of its own, so that the memory belongs to nobody. The
// stream of the shard is locked, or has closed and the pool is locked.
func (p *pool) settleApart(sh *shard) {
	if !sh.late.ready(&p.marks) {
		return
	}
	err := apart(p.dev, func(s *core.Stream) error {
		sh.late.passed(&p.marks, func(b Block) {
			if err := p.engine.free(s, driver.Addr(b.ptr)); err != nil {
				p.lostLate(sh, b, err)
			}
		})
		return nil
	})
	if err != nil {
		p.log.Warn("aclpool: frees that wait for a stream could not be made on another", zap.Stringer("object", p.node), zap.Error(err))
	}
}

// lostLate notes that a free has failed which the program is not there to hear of.
func (p *pool) lostLate(sh *shard, b Block, err error) {
	sh.counts.loseFreed(b.Rounded())
	p.log.Warn("aclpool: block lost: its free failed", zap.Stringer("block", b), zap.Error(err))
}

// settleAll tells ACL of all frees that may be told.
func (p *pool) settleAll() { p.settleAllBy(p.settle) }

// settleAllBy does so by settle or settleApart. For streams that have closed it is the
// latter.
func (p *pool) settleAllBy(settle func(*shard)) {
	for _, sh := range p.shards.Load().byID {
		switch {
		case sh.late.waiting.Load() == 0:
		case sh.stream.Lock() == nil:
			settle(sh)
			sh.stream.Unlock()
		case p.lock() == nil:
			p.settleApart(sh)
			p.mu.Unlock()
		}
	}
}

// waiting reports whether there are frees that wait.
func (p *pool) waiting() bool {
	return slices.ContainsFunc(p.shards.Load().byID, func(sh *shard) bool { return sh.late.waiting.Load() > 0 })
}

// late answers the bytes of all frees that wait. The pool is frozen.
func (p *pool) late() (bytes uint64) {
	for _, sh := range p.shards.Load().byID {
		bytes += sh.late.of()
	}
	return bytes
}
