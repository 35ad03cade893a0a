// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// order is about contents: what is enqueued before a free finds the memory as it was,
// whoever gets it afterwards and whatever happens in between.
var order = chapter{"order", []testCase{
	{"inside a stream", orderInside},
	{"reader behind, taker at once", func(t *testing.T, r *rig) { orderAcross(t, r, "") }},
	{"trim in between", func(t *testing.T, r *rig) { orderAcross(t, r, "trim") }},
	{"stream synchronized in between", func(t *testing.T, r *rig) { orderAcross(t, r, "stream") }},
	{"event synchronized in between", func(t *testing.T, r *rig) { orderAcross(t, r, "event") }},
	{"plain allocation refused in between", func(t *testing.T, r *rig) { orderAcross(t, r, "plain") }},
	{"pool refused in between", func(t *testing.T, r *rig) { orderAcross(t, r, "pool") }},
}}

// orderInside reads a block, frees it and has the next ones written over it, again and
// again without a wait.
func orderInside(t *testing.T, r *rig) {
	p, s := r.start(t)
	var readings []*reading
	for i := range byte(12) {
		b := malloc(t, p, s, granules(1))
		fill(t, s, b, i)
		readings = append(readings, read(t, s, b))
		free(t, p, s, b)
	}
	for i, reading := range readings {
		if err := reading.saw(t, byte(i)); err != nil {
			t.Errorf("what round %d wrote: %v", i, err)
		}
	}
}

// kinds of reuse that never break order.
var safeReuse = []mempool.Reuse{
	{Event: mempool.EventReuseOff}, {}, {Internal: true}, {Opportunistic: mempool.OpportunisticCompleted},
}

// takers are the streams that ask for the memory which away is still reading.
var takers = []string{"a third stream", "one ordered behind the allocating stream", "one ordered behind the reader", "the allocating stream", "the reader"}

// orderAcross has a busy stream read a block and free it. Then it does something, and has
// another stream take and overwrite all the memory that it can get. The reader must have
// seen nothing of it.
func orderAcross(t *testing.T, r *rig, between string) {
	var broken []string
	all := crossings(r, between)
	for _, c := range all {
		if err := c.run(t); err != nil {
			broken = append(broken, fmt.Sprintf("%s: %v", c, err))
		}
	}
	if len(broken) > 0 {
		t.Errorf("%d of %d ways to take the memory break the order; the first: %s", len(broken), len(all), broken[0])
	}
}

func crossings(r *rig, between string) (all []crossing) {
	for _, reuse := range safeReuse {
		if testing.Short() && reuse != r.reuse {
			continue
		}
		for _, elsewhere := range []bool{false, true} {
			for _, taker := range takers {
				all = append(all, crossing{r, reuse, elsewhere, between, taker})
			}
		}
	}
	return all
}

// crossing is one way in which memory could go from one stream to another too early.
type crossing struct {
	*rig
	reuse     mempool.Reuse
	elsewhere bool // allocated on another stream than the reader
	between   string
	taker     string
}

func (c crossing) String() string {
	return fmt.Sprintf("reuse %+v, block allocated on another stream than it is freed on: %t, taken by: %s", c.reuse, c.elsewhere, c.taker)
}

func (c crossing) run(t *testing.T) error {
	p := c.pool(t, mempool.Config{MaxSize: granules(4), Release: mempool.ReleaseAll})
	if p.SetReuse(c.reuse) != nil {
		return nil // chapter reuse looks at how that is refused
	}
	reader, third := c.temporary(t), c.temporary(t)
	home := reader
	if c.elsewhere {
		home = c.temporary(t)
	}
	b := malloc(t, p, home, granules(2))
	fill(t, home, b, 0x11)
	synchronize(t, home)
	release := c.busy(t, reader)
	defer release()
	reading := read(t, reader, b)
	free(t, p, reader, b)

	c.doBetween(t, p, third)
	on := c.takingStream(t, home, reader, third)
	taken := grab(t, p, on)
	for i, x := range taken {
		fill(t, on, x, 0x80+byte(i))
	}
	release()
	err := reading.saw(t, 0x11)
	for i, x := range taken {
		err = errors.Join(err, within(func(ctx context.Context) error { return verify(ctx, on, x, 0x80+byte(i)) }))
	}
	free(t, p, on, taken...)
	closeAll(t, home, reader, third) // one of them twice, which does nothing
	closeAll(t, p)
	return err
}

// temporary makes a stream that the case itself closes.
func (r *rig) temporary(t testing.TB) *stream.Stream {
	t.Helper()
	s, err := stream.New(r.dev, stream.Config{})
	ok(t, err)
	return s
}

// doBetween does what could have the pool give memory away that is still read.
func (c crossing) doBetween(t *testing.T, p *mempool.Pool, third *stream.Stream) {
	switch c.between {
	case "trim":
		_, err := p.TrimTo(0)
		ok(t, err)
	case "stream":
		synchronize(t, third)
	case "event":
		e, err := event.New(c.dev, event.Config{})
		ok(t, err)
		ok(t, third.Record(e))
		ok(t, within(e.Synchronize))
		ok(t, e.Close())
	case "plain":
		mem, err := c.dev.MemInfo()
		ok(t, err)
		_, err = c.dev.Malloc(mem.Total + granules(1))
		isClass(t, "allocate more than the device has", err, acl.ErrOutOfMemory)
	case "pool":
		_, err := p.MallocAsync(third, granules(64))
		isClass(t, "allocate more than the pool has", err, acl.ErrOutOfMemory)
	}
}

// takingStream returns the stream that takes, ordered as the case asks.
func (c crossing) takingStream(t *testing.T, home, reader, third *stream.Stream) *stream.Stream {
	switch c.taker {
	case "one ordered behind the allocating stream":
		behind(t, home, third)
	case "one ordered behind the reader":
		behind(t, reader, third)
	case "the allocating stream":
		return home
	case "the reader":
		return reader
	}
	return third
}

// grab takes what a pool has for a stream, in granules.
func grab(t *testing.T, p *mempool.Pool, s *stream.Stream) (taken []mempool.Block) {
	for {
		b, had := takes(t, p, s, granules(1))
		if !had {
			return taken
		}
		taken = append(taken, b)
	}
}
