// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/errclass"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// sites is where the blocks of one stream were allocated and freed, nil unless leak stacks
// are on, or the checks of stream order. The lock of the stream guards it.
type sites map[*slot]*sitesOfSlot

type sitesOfSlot struct {
	made     caller.Site // of the live block
	freed    caller.Site // of the last block that was freed
	freedGen uint64      // of that block

	// With the checks of stream order only.
	madeBy     checker.Past // the live block
	freedBy    checker.Past // the last block that was freed
	freedMade  checker.Past // the allocation of that block
	freedByGen uint64       // of that block
}

func (t sites) of(s *slot) *sitesOfSlot {
	at := t[s]
	if at == nil {
		at = new(sitesOfSlot)
		t[s] = at
	}
	return at
}

func (t sites) allocated(s *slot) {
	if t != nil {
		t.of(s).made = caller.Here()
	}
}

// freed notes the end, at a site, of the block whose generation came before that of the slot.
func (t sites) freed(s *slot, site caller.Site) {
	if t != nil {
		at := t.of(s)
		at.freed, at.freedGen = site, s.gen-1
	}
}

// here returns the site of the call, if sites are kept.
func (t sites) here() caller.Site {
	if t == nil {
		return 0
	}
	return caller.Here()
}

// noteFree has the texts of the device say where the program frees a block, which is done
// next. The stream is locked.
func (sh *shard) noteFree(b Block, site caller.Site) {
	if sh.sites != nil {
		sh.stream.Device.NoteFree(b.addr, sh.stream, site.String())
	}
}

// freedError is the error of a call with a block that has been freed. The stream of the
// home is locked.
func (b Block) freedError() error {
	if b.slot.home.sites == nil {
		return errFreedNoStacks
	}
	at := b.slot.home.sites[b.slot]
	if at == nil || at.freedGen != b.gen || at.freed == 0 {
		return errFreed
	}
	return fmt.Errorf("it has been freed before, at %s: %w", at.freed, errclass.Closed)
}

// made returns where a live block was allocated, as the end of a sentence; empty unless
// leak stacks are on. The stream of the home is locked.
func (b Block) made() string {
	at := b.slot.home.sites[b.slot]
	if at == nil {
		return ""
	}
	return fmt.Sprintf(" allocated at %s", at.made)
}
