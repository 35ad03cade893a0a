// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// emit adds the pool and the program's call site to an event and emits it. The caller has
// checked that there is a listener.
func (t *Table) emit(ev memevent.Event) {
	ev.Pool, ev.Site = t.Pool, caller.Here()
	t.events.Emit(ev)
}

// emit emits an event of a block on the stream of the shard, which is locked.
func (sh *shard) emit(kind memevent.Kind, b Block, after []memevent.Use) {
	sh.table.emit(memevent.Event{
		Kind: kind, Addr: b.addr, Requested: b.size, Size: b.Rounded(),
		Stream: sh.stream, Place: sh.stream.Place(), After: after,
	})
}

// emitFreed emits that the program frees a block after places. It must be called before the
// engine frees the block, so that listeners see the free before the memory is allocated again.
func (sh *shard) emitFreed(b Block, after []engine.Place) {
	var uses []memevent.Use
	for _, at := range after {
		place := at.Stream.Place()
		if at.Record != nil {
			place = at.Stream.PlaceAt(at.Record.Work)
		}
		uses = append(uses, memevent.Use{Stream: at.Stream, Place: place})
	}
	sh.emit(memevent.Freed, b, uses)
}

// emitUse emits that the program records a use of a block up to a record.
func (t *Table) emitUse(b Block, use *core.Record) {
	t.emit(memevent.Event{
		Kind: memevent.Used, Addr: b.addr, Requested: b.size, Size: b.Rounded(),
		Stream: use.Stream, Place: use.Stream.PlaceAt(use.Work),
	})
}

func (t *Table) emitExhausted(s *core.Stream, size uint64) {
	if t.events.Listening() {
		t.emit(memevent.Event{Kind: memevent.Exhausted, Requested: size, Size: t.rounded(size), Stream: s})
	}
}

// EmitOpened emits that the pool was opened.
func (t *Table) EmitOpened() { t.emitPool(memevent.Opened) }

// emitPool emits that the pool was opened or closed.
func (t *Table) emitPool(kind memevent.Kind) {
	if t.events.Listening() {
		t.emit(memevent.Event{Kind: kind, Size: t.MaxSize})
	}
}
