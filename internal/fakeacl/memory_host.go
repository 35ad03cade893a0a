// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/hostmem"
)

// pinnedMemory is the host memory that devices can reach, by address.
type pinnedMemory struct {
	log func(msg string)

	mu     sync.Mutex
	blocks []*hostBlock
	closed bool
}

// hostBlock is one allocation of pinned host memory.
type hostBlock struct {
	start  uintptr
	bytes  []byte
	memory *hostmem.Range
	users  int  // operations that have not executed
	freed  bool // closed with the last user
	writes int  // those of the users that are enqueued and write it

	registered bool          // memory of the program; memory is nil
	managed    bool          // devices reach it, too
	pages      []managedPage // of managed memory; nil until something is advised
	mapped     driver.Addr   // where devices reach registered memory, or 0
}

// close gives the memory back. That of the program stays.
func (b *hostBlock) close() error {
	if b.memory == nil {
		return nil
	}
	return b.memory.Close()
}

// after returns the index of the first block that begins after a.
func (p *pinnedMemory) after(a uintptr) int {
	i, _ := slices.BinarySearchFunc(p.blocks, a, func(b *hostBlock, a uintptr) int {
		return cmp.Compare(b.start, a+1)
	})
	return i
}

// pin returns the block that holds [m, m+n) and keeps it until unpin. Without a block m
// is ordinary host memory; false is a range that begins in a block and does not end there.
func (p *pinnedMemory) pin(m driver.Mem, n uint64) (operand, bool) {
	a := uintptr(m.Host)
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.after(a)
	if i == 0 || a-p.blocks[i-1].start >= uintptr(len(p.blocks[i-1].bytes)) {
		return operand{}, true
	}
	b := p.blocks[i-1]
	off := uint64(a - b.start)
	if n > uint64(len(b.bytes))-off {
		return operand{}, false
	}
	b.users++
	return operand{host: b, off: off}, true
}

// pinAt is pin for an address that a program has as a number. It fails for memory that is not
// pinned.
func (p *pinnedMemory) pinAt(a uintptr, n uint64) (operand, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.after(a)
	if i == 0 {
		return operand{}, false
	}
	b := p.blocks[i-1]
	off := uint64(a - b.start)
	if off > uint64(len(b.bytes)) || n > uint64(len(b.bytes))-off {
		return operand{}, false
	}
	b.users++
	return operand{host: b, off: off}, true
}

// queue notes that the operation with a pinned operand is enqueued, and writes it.
func (p *pinnedMemory) queue(o *operand) {
	if o.host != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		o.queued = true
		o.host.writes++
	}
}

// steady reports whether no enqueued work changes the memory of an operand. Kernels may change
// what devices reach.
func (p *pinnedMemory) steady(o operand) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return o.host.writes == 0 && !o.host.managed && o.host.mapped == 0
}

// unpin ends what pin began. Other operands need none.
func (p *pinnedMemory) unpin(o operand) {
	if o.host == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if o.queued {
		o.host.writes--
	}
	if o.host.users--; o.host.users == 0 && o.host.freed {
		if err := o.host.close(); err != nil {
			p.log(fmt.Sprintf("%d bytes of pinned memory stay with the process: %v", len(o.host.bytes), err))
		}
	}
}

// close gives all blocks back; one that a call is copying goes with the call.
func (p *pinnedMemory) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, b := range p.blocks {
		if b.freed = true; b.users == 0 {
			errs = append(errs, b.close())
		}
	}
	p.blocks, p.closed = nil, true
	return errors.Join(errs...)
}

// MallocHost calls aclrtMallocHost.
func (m *Machine) MallocHost(ac driver.Context, size uint64) (driver.Mem, driver.Status) {
	const op = "aclrtMallocHost"
	if size == 0 {
		return driver.Mem{}, fail(driver.InvalidParam, badArgument, op, "size is 0: want at least 1 byte")
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return driver.Mem{}, st
	}
	c.device.mu.Unlock()
	b, err := newHostBlock(size)
	if err == nil {
		err = m.pinned.add(b)
	}
	if err != nil {
		return driver.Mem{}, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes of host memory: %v", size, err)
	}
	mem := driver.OnHost(b.bytes)
	m.hostAllocated(op, hostRange(mem, size))
	return mem, driver.Status{}
}

func (p *pinnedMemory) add(b *hostBlock) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errors.Join(errors.New("the machine is closed"), b.memory.Close())
	}
	p.blocks = slices.Insert(p.blocks, p.after(b.start), b)
	return nil
}

func newHostBlock(size uint64) (*hostBlock, error) {
	memory, err := hostmem.Reserve(size)
	if err != nil {
		return nil, err
	}
	bytes, err := memory.Bytes(0, size)
	if err == nil {
		err = memory.Commit(0, size)
	}
	if err != nil {
		return nil, errors.Join(err, memory.Close())
	}
	return &hostBlock{start: uintptr(driver.OnHost(bytes).Host), bytes: bytes, memory: memory}, nil
}

// FreeHost calls aclrtFreeHost. Memory that queued work uses goes when that is done.
func (m *Machine) FreeHost(ac driver.Context, mem driver.Mem) driver.Status {
	const op = "aclrtFreeHost"
	if mem.IsNull() {
		return null(op, "hostPtr")
	}
	if ac != 0 {
		c, st := m.lock(op, ac)
		if !st.OK() {
			return st
		}
		c.device.mu.Unlock()
	}
	if mem.Host == nil {
		return fail(driver.RTParamInvalid, badArgument, op, "%#x is device memory", uint64(mem.Addr))
	}
	if st := m.hostFreeing(op, hostRange(mem, 0)); !st.OK() {
		return st
	}
	st := m.freeHost(op, mem)
	if !st.OK() {
		m.hostNotFreed(hostRange(mem, 0), m.devices)
	}
	return st
}

func (m *Machine) freeHost(op string, mem driver.Mem) driver.Status {
	p := &m.pinned
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.after(uintptr(mem.Host)) - 1
	if i < 0 || p.blocks[i].start != uintptr(mem.Host) || p.blocks[i].registered || p.blocks[i].managed {
		return fail(driver.RTParamInvalid, badArgument, op, "no pinned memory starts at %#x", uintptr(mem.Host))
	}
	b := p.blocks[i]
	p.blocks = slices.Delete(p.blocks, i, i+1)
	b.freed = true
	if b.users == 0 {
		if err := b.memory.Close(); err != nil {
			return fail(driver.RTMemoryFree, noResource, op, "%d bytes at %#x: %v", len(b.bytes), b.start, err)
		}
	}
	return driver.Status{}
}
