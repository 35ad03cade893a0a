// SPDX-License-Identifier: Apache-2.0

package hazard

import "github.com/ascend-go/aclpool/hazard"

// findingIn returns a violation in a block, which may be nil.
func findingIn(b *block, kind hazard.Kind, first *use, second Past) Finding {
	f := Finding{Kind: kind, First: first.past(), Second: second}
	if b != nil {
		f.Block, f.Allocated, f.Freed = b.Block, b.allocated.past(), b.freed.past()
	}
	return f
}

// at returns f for bytes at an address.
func (f Finding) at(addr, size uint64) Finding {
	f.From, f.Size = addr-f.Block.Addr, size
	return f
}

// findings are what one operation has caused, each pair once.
type findings []Finding

// add adds a finding. Bytes that follow those of the same pair are added to that.
func (all *findings) add(f Finding) {
	for i := range *all {
		g := &(*all)[i]
		if g.pair() != f.pair() {
			continue
		}
		if g.Block.Addr == f.Block.Addr && g.From+g.Size == f.From {
			g.Size += f.Size
		}
		return
	}
	*all = append(*all, f)
}
