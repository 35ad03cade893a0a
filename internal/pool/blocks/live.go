// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/bytesize"
)

// Live returns the live blocks, sorted by address; none after Close.
func (t *Table) Live() []Block {
	if t.Freeze() != nil {
		return nil
	}
	live := slices.Collect(t.all())
	t.Thaw()
	slices.SortFunc(live, func(a, b Block) int { return cmp.Compare(a.addr, b.addr) })
	return live
}

// all yields the live blocks. The table is frozen.
func (t *Table) all() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for _, sh := range t.shards.Load().byID {
			for _, tier := range sh.tiers {
				for i := range tier {
					if tier[i].chunk.Size > 0 && !yield(tier[i].block()) {
						return
					}
				}
			}
		}
	}
}

// At returns the live block that starts at an address.
func (t *Table) At(addr driver.Addr) (Block, error) {
	if err := t.Freeze(); err != nil {
		return Block{}, err
	}
	defer t.Thaw()
	for b := range t.all() {
		switch {
		case b.addr == addr:
			return b, nil
		case b.addr < addr && addr < b.addr+driver.Addr(b.Rounded()):
			return Block{}, fmt.Errorf("it is inside the %s: %w", b, errclass.Invalid)
		}
	}
	return Block{}, fmt.Errorf("no block of the pool is there: %w", errclass.Invalid)
}

// Busy returns an error that names live blocks, or nil if there are none. The table is frozen.
func (t *Table) Busy() error {
	c := t.sums()
	switch n := c.Live(); n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("1 live block: %s: %w", t.someBlocks(), errclass.Busy)
	default:
		return fmt.Errorf("%d live blocks: %s: %w", n, t.someBlocks(), errclass.Busy)
	}
}

// someBlocks returns the first live blocks as text. The table is frozen.
func (t *Table) someBlocks() string {
	const most = 4
	text, n := "", 0
	for b := range t.all() {
		if n++; n > most {
			return text + ", ..."
		}
		if n > 1 {
			text += ", "
		}
		text += fmt.Sprintf("%s at %#x%s", bytesize.Count(b.size), uint64(b.addr), b.made())
	}
	return text
}
