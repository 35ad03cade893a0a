// SPDX-License-Identifier: Apache-2.0

package poolbook

import "github.com/ascend-go/aclpool/internal/bestfit"

// offers is all cached spans, whoever freed them, while there is a class of reuse that
// takes them from anybody. Those that cannot be had go out when they are first met.
type offers struct {
	wanted bool
	free   bestfit.Owner[*span]
}

// usable looks among all that is cached.
func (b *Book) usable(size uint64) choice {
	for {
		block, ok := b.cached.Best(&b.offers.free, size, always)
		if !ok || block.Value.usable() {
			return choice{block, ok}
		}
		b.withdraw(block.Value) // no later search meets it
	}
}

func (b *Book) offer(s *span) {
	s.offer = b.cached.Insert(&b.offers.free, s.block(), 0)
	s.offered = true
}

func (b *Book) withdraw(s *span) {
	b.cached.Remove(&b.offers.free, s.offer)
	s.offered = false
}

// switched makes the offers when the attributes begin to want them, and drops them when
// they no longer do.
func (b *Book) switched() {
	wanted := b.attrs.internal || b.attrs.opportunistic
	if wanted == b.offers.wanted {
		return
	}
	b.offers.wanted = wanted
	for r := range b.stretches {
		switch s := r.span; {
		case s == nil || s.state != cached:
		case wanted:
			b.offer(s)
		case s.offered:
			b.withdraw(s)
		}
	}
}
