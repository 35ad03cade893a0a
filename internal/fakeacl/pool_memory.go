// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

var _ poolmodel.Memory = (*pool)(nil)

// backing is the set of granules of a pool that have memory of the device.
type backing struct {
	granules []uint64 // 64 in each
	bytes    uint64
}

func newBacking(size uint64) backing {
	return backing{granules: make([]uint64, (size/driver.Granule+63)/64)}
}

func (b *backing) has(granule uint64) bool { return b.granules[granule/64]>>(granule%64)&1 != 0 }

// missing returns how many more bytes [off, off+n) needs from the device.
func (b *backing) missing(off, n uint64) (bytes uint64) {
	for g := off / driver.Granule; g < roundUp(off+n, driver.Granule)/driver.Granule; g++ {
		if !b.has(g) {
			bytes += driver.Granule
		}
	}
	return bytes
}

// lacks reports whether the device has too little memory for a block.
func (p *pool) lacks(block extent) bool {
	memory := &p.device.memory
	return p.takesAtExecution() && p.backing.missing(block.off, block.size) > memory.left()
}

// Take backs [off, off+n) with memory of the device. It returns false if the device has not
// enough.
func (p *pool) Take(off, n uint64) bool {
	memory := &p.device.memory
	missing := p.backing.missing(off, n)
	if p.closed || missing > memory.left() {
		return false
	}
	if err := p.commit(off, n); err != nil {
		p.device.machine.log(fmt.Sprintf("a pool of device %d: %v", p.device.id, err))
		return false
	}
	for g := off / driver.Granule; g < roundUp(off+n, driver.Granule)/driver.Granule; g++ {
		p.backing.granules[g/64] |= 1 << (g % 64)
	}
	p.backing.bytes += missing
	memory.taken += missing
	return true
}

// Give returns the memory of the whole granules in [off, off+n) to the device.
func (p *pool) Give(off, n uint64) {
	from, to := roundUp(off, driver.Granule), (off+n)&^(driver.Granule-1)
	if from >= to {
		return
	}
	p.release(from, to-from)
	for g := from / driver.Granule; g < to/driver.Granule; g++ {
		if p.backing.has(g) {
			p.backing.granules[g/64] &^= 1 << (g % 64)
			p.backing.bytes -= driver.Granule
			p.device.memory.taken -= driver.Granule
		}
	}
}
