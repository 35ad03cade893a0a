// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"hash/maphash"

	"github.com/ascend-go/aclpool/internal/driver"
)

// names is a hash table with open addressing. The bytes of all names follow each other in
// blocks.
type names struct {
	seed   maphash.Seed
	slots  []name // a power of two, at most three quarters taken
	len    int
	blocks [][]byte
}

// name is one entry; a free slot is zero.
type name struct {
	hash  uint64 // of the name, with the lowest bit set
	block uint32 // that its bytes are in,
	at    uint32 // and where; the first two are their number
	addr  driver.Addr
}

// nameBlock is bytes of a block. A name is no longer than a line of a trace, and its
// length fits two bytes.
const nameBlock = 1 << 18

func (t *names) get(id []byte) driver.Addr {
	if t.len == 0 {
		return 0
	}
	return t.find(id, maphash.Bytes(t.seed, id)|1).addr
}

func (t *names) set(id []byte, a driver.Addr) {
	if 4*(t.len+1) > 3*len(t.slots) {
		t.grow()
	}
	hash := maphash.Bytes(t.seed, id) | 1
	slot := t.find(id, hash)
	if slot.hash == 0 {
		block, at := t.keep(id)
		*slot = name{hash: hash, block: block, at: at}
		t.len++
	}
	slot.addr = a
}

// find answers the slot where a name is or belongs.
func (t *names) find(id []byte, hash uint64) *name {
	mask := uint64(len(t.slots) - 1)
	for i := hash >> 1; ; i++ {
		slot := &t.slots[i&mask]
		if slot.hash == 0 || slot.hash == hash && t.is(slot, id) {
			return slot
		}
	}
}

// is reports whether a slot is that of a name.
func (t *names) is(slot *name, id []byte) bool {
	b := t.blocks[slot.block][slot.at:]
	n := int(b[0]) | int(b[1])<<8
	return string(b[2:2+n]) == string(id)
}

// keep writes the bytes of a name down.
func (t *names) keep(id []byte) (block, at uint32) {
	last := len(t.blocks) - 1
	if last < 0 || len(t.blocks[last])+2+len(id) > nameBlock {
		t.blocks = append(t.blocks, make([]byte, 0, nameBlock))
		last++
	}
	b := t.blocks[last]
	at = uint32(len(b))
	b = append(b, byte(len(id)), byte(len(id)>>8))
	t.blocks[last] = append(b, id...)
	return uint32(last), at
}

func (t *names) grow() {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
	}
	old := t.slots
	t.slots = make([]name, max(64, 2*len(old)))
	mask := uint64(len(t.slots) - 1)
	for _, slot := range old {
		if slot.hash == 0 {
			continue
		}
		i := slot.hash >> 1
		for t.slots[i&mask].hash != 0 {
			i++
		}
		t.slots[i&mask] = slot
	}
}
