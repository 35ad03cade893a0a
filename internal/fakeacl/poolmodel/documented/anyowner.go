// SPDX-License-Identifier: Apache-2.0

package documented

import "github.com/ascend-go/aclpool/internal/bestfit"

// anyOwner is the index of all cached spans, whoever freed them, while there is a class of
// reuse that takes them from anybody. Those that no allocation can take are removed when a
// search first meets them.
type anyOwner struct {
	enabled bool
	free    bestfit.Owner[*span]
}

// bestOfAny looks among all that is cached.
func (p *Pool) bestOfAny(size uint64) choice {
	for {
		block, ok := p.cached.Best(&p.anyOwner.free, size, always)
		if !ok || block.Value.usable() {
			return choice{block, ok}
		}
		p.removeAny(block.Value) // no later search meets it
	}
}

func (p *Pool) insertAny(s *span) {
	s.anyItem = p.cached.Insert(&p.anyOwner.free, s.block(), 0)
	s.inAny = true
}

func (p *Pool) removeAny(s *span) {
	p.cached.Remove(&p.anyOwner.free, s.anyItem)
	s.inAny = false
}

// updateAnyOwner makes the offers when the attributes begin to want them, and drops them when
// they no longer do.
func (p *Pool) updateAnyOwner() {
	needed := p.attrs.Internal || p.attrs.Opportunistic
	if needed == p.anyOwner.enabled {
		return
	}
	p.anyOwner.enabled = needed
	for r := range p.ranges {
		switch s := r.span; {
		case s == nil || s.state != cached:
		case needed:
			p.insertAny(s)
		case s.inAny:
			p.removeAny(s)
		}
	}
}
