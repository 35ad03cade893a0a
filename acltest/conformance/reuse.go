// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// reuse is the chapter on freed memory. How an engine handles settings is guaranteed; which
// memory it reuses is observed.
var reuse = chapter{"reuse", []testCase{
	{"settings", reuseSettings},
	{"live memory stays", reuseLive},
	{"observed", reuseObserved},
}}

// A setting that is accepted can be read back. One that is refused returns ErrNotSupported and
// leaves the old one.
func reuseSettings(t *testing.T, r *rig) {
	p, _ := r.start(t)
	equal(t, "reuse of a new pool", p.Reuse(), r.reuse)
	for _, want := range append([]mempool.Reuse{{Opportunistic: mempool.OpportunisticGamble}}, safeReuse...) {
		old := p.Reuse()
		err := p.SetReuse(want)
		if err == nil {
			equal(t, "reuse after SetReuse", p.Reuse(), want)
			continue
		}
		isClass(t, "a kind of reuse that is refused", err, acl.ErrNotSupported)
		equal(t, "reuse after a refusal", p.Reuse(), old)
		cfg := r.config(mempool.Config{MaxSize: poolSize})
		cfg.Reuse = want
		if _, err := mempool.New(background, r.dev, cfg); r.engine != mempool.EngineAuto { // Auto may select another engine for it
			isClass(t, "a new pool with a kind of reuse that SetReuse refuses", err, acl.ErrNotSupported)
		} else if err == nil {
			t.Logf("reuse %+v: SetReuse refuses it, a new pool of engine auto accepts it", want)
		}
	}
}

// Reused memory is never part of a live block.
func reuseLive(t *testing.T, r *rig) {
	p, s := r.start(t)
	other := r.stream(t)
	var live []mempool.Block
	for i := range 6 {
		b, had := takes(t, p, s, granules(1))
		gone, hadMore := takes(t, p, s, granules(1))
		if !had || !hadMore {
			t.Fatal("a pool with room has none")
		}
		fill(t, s, b, byte(i))
		fill(t, s, gone, 0xEE)
		live = append(live, b)
		orderAfter(t, s, other)
		free(t, p, other, gone)
	}
	orderAfter(t, s, other)
	taken := grab(t, p, other)
	for _, x := range taken {
		fill(t, other, x, 0xDD)
	}
	synchronize(t, other)
	for i, b := range live {
		for _, x := range taken {
			if b.Ptr() < x.Ptr()+acl.DevicePtr(x.Rounded()) && x.Ptr() < b.Ptr()+acl.DevicePtr(b.Rounded()) {
				t.Errorf("two live blocks share memory: %v and %v", b, x)
			}
		}
		holdsBytes(t, s, "a live block next to reused memory", b, byte(i))
	}
	free(t, p, s, live...)
	free(t, p, other, taken...)
}

// observation is an observation of reuse: whether a stream gets all memory of a pool that
// another stream has freed.
type observation struct {
	what    ability
	reuse   mempool.Reuse
	prepare func(t *testing.T, c *pair)
}

// pair is a pool of one granule with two streams: one frees, the other one allocates.
type pair struct {
	*rig
	p           *mempool.Pool
	freer, asks *stream.Stream
	release     func() // ends the work of freer that delays its free
}

var observations = []observation{
	{byEvent, mempool.Reuse{}, func(t *testing.T, c *pair) { orderAfter(t, c.freer, c.asks) }},
	{byTwoEvents, mempool.Reuse{}, func(t *testing.T, c *pair) {
		middle := c.stream(t)
		orderAfter(t, c.freer, middle)
		orderAfter(t, middle, c.asks)
	}},
	{byHostWait, mempool.Reuse{}, func(t *testing.T, c *pair) {
		c.release()
		synchronize(t, c.freer)
	}},
	{completedOnly, mempool.Reuse{Event: mempool.EventReuseOff, Opportunistic: mempool.OpportunisticCompleted}, func(t *testing.T, c *pair) {
		c.release()
		synchronize(t, c.freer)
	}},
	{gamble, mempool.Reuse{Event: mempool.EventReuseOff, Opportunistic: mempool.OpportunisticGamble}, func(t *testing.T, c *pair) {
		c.release() // so that the allocation is safe
		synchronize(t, c.freer)
	}},
	{internalWait, mempool.Reuse{Event: mempool.EventReuseOff, Internal: true}, func(*testing.T, *pair) {}},
}

func reuseObserved(t *testing.T, r *rig) {
	for _, o := range observations {
		r.observe(t, o)
	}
	r.observeOwner(t)
	r.observeRest(t)
}

func (r *rig) observe(t *testing.T, o observation) {
	p := r.pool(t, mempool.Config{MaxSize: granules(1)})
	if err := p.SetReuse(o.reuse); err != nil {
		if !errors.Is(err, acl.ErrNotSupported) {
			t.Errorf("%s: %v", o.what, err)
		}
		r.seen.set(o.what, "refused")
		return
	}
	c := &pair{rig: r, p: p, freer: r.stream(t), asks: r.stream(t)}
	b := malloc(t, p, c.freer, granules(1))
	fill(t, c.freer, b, 1)
	synchronize(t, c.freer)
	c.release = r.busy(t, c.freer)
	defer c.release()
	free(t, p, c.freer, b)
	o.prepare(t, c)
	b, had := takes(t, p, c.asks, granules(1))
	r.seen.yesNo(o.what, had)
	if had {
		fill(t, c.asks, b, 2)
		c.release()
		holdsBytes(t, c.asks, string(o.what), b, 2)
		free(t, p, c.asks, b)
	}
}

// observeOwner observes which stream gets a block that was freed on another stream than it was
// allocated on.
func (r *rig) observeOwner(t *testing.T) {
	whose := map[[2]bool]string{
		{true, false}: "the freeing stream", {false, true}: "the allocating stream", {true, true}: "both", {false, false}: "nobody yet",
	}
	gets := func(freer bool) bool {
		p, home, away := r.pool(t, mempool.Config{MaxSize: granules(1), Reuse: mempool.Reuse{Event: mempool.EventReuseOff}}), r.stream(t), r.stream(t)
		b := malloc(t, p, home, granules(1))
		orderAfter(t, home, away)
		synchronize(t, home, away)
		// The free must not complete: memory that is known to be complete serves every stream
		// before an allocation fails.
		release := r.busy(t, away)
		defer release()
		free(t, p, away, b)
		s := home
		if freer {
			s = away
		}
		b, had := takes(t, p, s, granules(1))
		if had {
			free(t, p, s, b)
		}
		return had
	}
	r.seen.set(ownerFreed, whose[[2]bool{gets(true), gets(false)}])
}

// observeRest observes which stream gets the rest of a block of which another stream, ordered
// by an event, has taken a part.
func (r *rig) observeRest(t *testing.T) {
	p, s, taker := r.pool(t, mempool.Config{MaxSize: granules(2)}), r.stream(t), r.stream(t)
	if p.SetReuse(mempool.Reuse{}) != nil {
		return
	}
	b := malloc(t, p, s, granules(2))
	release := r.busy(t, s)
	defer release()
	free(t, p, s, b)
	orderAfter(t, s, taker)
	part, had := takes(t, p, taker, granules(1))
	if !had {
		return
	}
	rest, kept := takes(t, p, s, granules(1))
	if kept {
		r.seen.set(restOfSplit, "the stream that freed it")
		free(t, p, s, rest)
	} else {
		r.seen.set(restOfSplit, "others")
	}
	release()
	free(t, p, taker, part)
}
