// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/ability"
)

// experiments is how each ability is tried.
var experiments = [ability.Count]func(p *pool) ability.Finding{
	ability.SameStream:    sameStream,
	ability.Event:         byEvent,
	ability.Opportunistic: bySwitch(driver.PoolReuseOpportunistic),
	ability.Internal:      bySwitch(driver.PoolReuseInternal),
	ability.Ownership:     ownership,
	ability.Pending:       pending,
}

const noReuse = "it does not happen"

func found(shown bool, instead string) ability.Finding {
	if shown {
		instead = ""
	}
	return ability.Finding{Confirmed: shown, Reason: instead}
}

func sameStream(p *pool) ability.Finding {
	a, _ := p.alloc(1, p.a)
	p.free(a, p.a)
	a, reused := p.alloc(1, p.a)
	p.free(a, p.a)
	return found(reused, noReuse)
}

// byEvent frees behind work that is not done when the memory is asked for: releases forget
// events that have finished.
func byEvent(p *pool) (f ability.Finding) {
	for n := firstWork; n <= mostWork && p.failure.OK(); n *= 4 {
		p.set(driver.PoolReuseEvent, 1)
		f = p.split(func() {
			p.work(p.a, n)
			a, _ := p.alloc(2, p.a)
			p.free(a, p.a)
			p.order(p.a, p.b)
		}, driver.PoolReuseEvent)
		if f.Reason != noReuse || p.busy(p.a) {
			break
		}
		p.sync(p.a)
		p.trim()
	}
	return f
}

// bySwitch frees and waits, so that a gamble cannot be lost.
func bySwitch(sw driver.PoolAttr) func(p *pool) ability.Finding {
	return func(p *pool) ability.Finding {
		p.set(sw, 1)
		return p.split(func() {
			a, _ := p.alloc(2, p.a)
			p.free(a, p.a)
			p.sync(p.a)
		}, sw)
	}
}

// split has stream b take half of what stream a has freed, and looks for the rest. Where
// that goes to b although a has freed it, who takes it next is ordered behind nothing.
func (p *pool) split(freed func(), sw driver.PoolAttr) ability.Finding {
	freed()
	half, reused := p.alloc(1, p.b)
	p.set(sw, 0)
	rest, kept := p.alloc(1, p.a)
	p.free(half, p.b)
	p.free(rest, p.a)
	if !reused {
		return found(false, noReuse)
	}
	return found(kept, "the rest of a split block goes to the stream that takes the other part")
}

func ownership(p *pool) ability.Finding {
	a, _ := p.alloc(1, p.a)
	p.sync(p.a)
	p.free(a, p.b)
	a, reused := p.alloc(1, p.b)
	p.free(a, p.b)
	return found(reused, "the stream that frees a block cannot take it")
}

// Bounds of the work that a free is put behind: it must outlast one call of the host.
const (
	firstWork = 16
	mostWork  = 4096
)

// pending trims while a free waits for work before it, by each kind of trim.
func pending(p *pool) ability.Finding {
	for _, trim := range []struct {
		what string
		call func()
	}{
		{"TrimTo takes memory whose free has not executed", p.trim},
		{"the synchronize of a stream takes memory that another one has yet to free", func() { p.sync(p.b) }},
	} {
		p.set(driver.PoolReleaseThreshold, 0)
		survived, seen := p.survives(trim.call)
		switch {
		case !seen:
			p.open = true
			return found(false, "the device was too fast to tell")
		case !survived:
			return found(false, trim.what)
		}
	}
	return found(true, "")
}

// survives reports whether pending memory is still reserved after a trim; not seen when
// the free had executed by then.
func (p *pool) survives(trim func()) (survived, seen bool) {
	for n := firstWork; n <= mostWork && p.failure.OK(); n *= 4 {
		a, _ := p.alloc(1, p.a)
		p.sync(p.a)
		p.work(p.a, n) // on memory of its own, which no trim takes away
		p.free(a, p.a)
		trim()
		pending := p.busy(p.a)
		left := p.reserved()
		p.sync(p.a)
		if pending {
			return left >= driver.Granule, true
		}
	}
	return false, false
}
