// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// RecordUse records that the work enqueued on a stream so far uses a block. A later free is
// ordered after that work.
func (t *Table) RecordUse(s *core.Stream, b Block) error {
	if err := t.CheckOwned(b); err != nil {
		return err
	}
	if err := t.CheckStream(s); err != nil {
		return err
	}
	if err := b.checkLive(); err != nil {
		return err
	}
	if s.Gone() {
		return nil // its work is complete
	}
	use, err := t.mark(s)
	if err != nil {
		return err
	}
	home := b.slot.home.stream
	home.LockState()
	defer home.Unlock()
	if !b.current() {
		use.Release()
		return b.freedError()
	}
	if t.events.Listening() {
		t.emitUse(b, use)
	}
	b.slot.addUse(use)
	return nil
}

// mark records an event at the end of a stream.
func (t *Table) mark(s *core.Stream) (*core.Record, error) {
	sh, err := t.enter(s)
	if err != nil {
		return nil, err
	}
	defer sh.stream.Unlock()
	return sh.lane.Mark()
}

// ReleaseUses removes the uses of all live blocks. The table is frozen.
func (t *Table) ReleaseUses() {
	for b := range t.all() {
		b.slot.releaseUses()
	}
}

// addUse adds a record to the uses of a block, and becomes its user. It releases earlier
// records of the same stream and those that have been reached. The stream of the home is
// locked.
func (s *slot) addUse(use *core.Record) {
	s.uses = slices.DeleteFunc(s.uses, func(r *core.Record) bool {
		old := s.reached(r) || r.Stream == use.Stream && r.Work <= use.Work
		if old {
			r.Release()
		}
		return old
	})
	if !slices.ContainsFunc(s.uses, func(r *core.Record) bool { return r.Stream == use.Stream }) {
		s.uses = append(s.uses, use)
		return
	}
	use.Release() // another goroutine has recorded a later use meanwhile
}

// reached reports whether a record of a use is not needed any more. The checks of stream order
// need it until the program has waited for it, too: waits of a pool do not count for them.
func (s *slot) reached(r *core.Record) bool {
	if s.home.table.checks {
		return s.home.table.Device.HostKnows(r.Stream.PlaceAt(r.Work))
	}
	return r.Stream.Done(r.Work)
}

// releaseUses removes the uses of a block.
func (s *slot) releaseUses() {
	for _, r := range s.uses {
		r.Release()
	}
	clear(s.uses)
	s.uses = s.uses[:0]
}

// placesOf returns what a free of a block on the stream of the shard must be ordered after, in
// addition to that stream: places, and the recorded uses of the block. Closed streams are left
// out.
func (sh *shard) placesOf(b Block, places []engine.Place) (after []engine.Place) {
	add := func(at engine.Place) {
		if at.Stream == sh.stream || at.Stream.Gone() {
			return
		}
		i := slices.IndexFunc(after, func(o engine.Place) bool { return o.Stream == at.Stream })
		switch {
		case i < 0:
			after = append(after, at)
		case after[i].Record != nil && (at.Record == nil || at.Record.Work > after[i].Record.Work):
			after[i] = at // the later place of the stream
		}
	}
	for _, at := range places {
		add(at)
	}
	for _, r := range b.slot.uses {
		add(engine.Place{Stream: r.Stream, Record: r})
	}
	return after
}
