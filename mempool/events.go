// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// events is where the memory events of a pool go, and as whose.
type events struct {
	*memevent.Source
	id memevent.Pool
}

func eventsOf(d *core.Device, name string) events {
	return events{memevent.Of(d), memevent.NewPool(name)}
}

// emit completes an event with the pool and the program's call site. The caller has found
// that somebody listens.
func (e *events) emit(ev memevent.Event) {
	ev.Pool, ev.Site = e.id, memevent.Caller()
	e.Emit(ev)
}

// emit emits what happens to a block on the stream of the shard, which is locked.
func (sh *shard) emit(kind memevent.Kind, b Block, after []memevent.Use) {
	sh.pool.events.emit(memevent.Event{
		Kind: kind, Addr: driver.Addr(b.ptr), Requested: b.size, Size: b.Rounded(),
		Stream: sh.stream, Place: sh.stream.Place(), After: after,
	})
}

// emitFreed says that the program frees a block after places. It comes before the engine
// hears of it: nobody is given the memory before listeners know that it is free.
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

// emitUse says that the program notes a use of a block up to a record.
func (p *pool) emitUse(b Block, use *core.Record) {
	p.events.emit(memevent.Event{
		Kind: memevent.Used, Addr: driver.Addr(b.ptr), Requested: b.size, Size: b.Rounded(),
		Stream: use.Stream, Place: use.Stream.PlaceAt(use.Work),
	})
}

func (p *pool) emitExhausted(s *stream.Stream, size uint64) {
	rounded, _ := driver.RoundUp(size, p.granule)
	p.events.emit(memevent.Event{Kind: memevent.Exhausted, Requested: size, Size: rounded, Stream: coreStream(s)})
}

// emitPool says that the pool begins or ends.
func (p *pool) emitPool(kind memevent.Kind) {
	if p.events.Listening() {
		p.events.emit(memevent.Event{Kind: kind, Size: p.maxSize})
	}
}
