// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	endian "encoding/binary"

	"github.com/ascend-go/aclpool/internal/driver"
)

// CopyInterDevice is ACL_MEMCPY_INTER_DEVICE_TO_DEVICE, the last kind of copy. Only copies whose
// addresses are in memory know the kinds after [driver.CopyHostToBufToDevice].
const CopyInterDevice driver.MemcpyKind = 7

// Indirect is a copy whose addresses are in memory.
type Indirect struct {
	Dst, Src             driver.Mem // where the addresses are
	DstOffset, SrcOffset uint64     // bytes behind them
	DstMax, Count        uint64     // bytes
	Kind                 driver.MemcpyKind
}

func knownKind(op string, kind driver.MemcpyKind) driver.Status {
	if kind < driver.CopyHostToHost || kind > CopyInterDevice {
		return fail(driver.RTParamInvalid, badArgument, op, "kind %d is unknown: want 0 to %d", kind, CopyInterDevice)
	}
	return driver.Status{}
}

// MemcpyAsyncWithOffset calls aclrtMemcpyAsyncWithOffset. The addresses are read when the copy
// executes; those in host memory that is not pinned are read at once. What they are the addresses
// of must be device memory or pinned.
func (m *Machine) MemcpyAsyncWithOffset(ac driver.Context, t Indirect, h driver.Stream) driver.Status {
	const op = "aclrtMemcpyAsyncWithOffset"
	switch {
	case t.Dst.IsNull():
		return fail(driver.RTParamInvalid, nullArgument, op, "dst is NULL")
	case t.Src.IsNull():
		return fail(driver.RTParamInvalid, nullArgument, op, "src is NULL")
	case t.Count > t.DstMax:
		return fail(driver.RTParamInvalid, badArgument, op, "count %d is larger than destMax %d", t.Count, t.DstMax)
	}
	if st := knownKind(op, t.Kind); !st.OK() {
		return st
	}
	if t.Count == 0 {
		return driver.Status{}
	}
	dst, src := m.addressAt(t.Dst), m.addressAt(t.Src)
	return m.enqueueEngineWork(op, ac, h, func(e *engine) error {
		to, err := dst(e)
		if err != nil {
			return err
		}
		from, err := src(e)
		if err != nil {
			return err
		}
		return e.copy(to+driver.Addr(t.DstOffset), from+driver.Addr(t.SrcOffset), t.Count)
	})
}

// addressAt returns a function that reads an address in memory.
func (m *Machine) addressAt(at driver.Mem) func(e *engine) (driver.Addr, error) {
	a := numberOf(at)
	if at.Host != nil {
		o, pinned := m.pinned.pinAt(uintptr(a), addressSize)
		if !pinned {
			value := driver.Addr(endian.NativeEndian.Uint64(at.Bytes(addressSize)))
			return func(*engine) (driver.Addr, error) { return value, nil }
		}
		m.pinned.unpin(o)
	}
	return func(e *engine) (driver.Addr, error) {
		b, err := e.read(a, addressSize)
		if err != nil {
			return 0, err
		}
		return driver.Addr(endian.NativeEndian.Uint64(b)), nil
	}
}

// enqueueEngineWork enqueues work of the copy engine on a stream of a context.
func (m *Machine) enqueueEngineWork(op string, ac driver.Context, h driver.Stream, work func(e *engine) error) driver.Status {
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	s.enqueueEngine(op, work)
	return driver.Status{}
}

// DescriptorSize is the size of the descriptor of a copy, or of a cache operation, in bytes.
const DescriptorSize = 64

// DescribeCopy calls aclrtSetMemcpyDesc: it writes a descriptor, at once.
func (m *Machine) DescribeCopy(ac driver.Context, desc driver.Mem, kind driver.MemcpyKind, src, dst driver.Addr, count uint64) driver.Status {
	const op = "aclrtSetMemcpyDesc"
	switch {
	case desc.IsNull():
		return fail(driver.RTParamInvalid, nullArgument, op, "desc is NULL")
	case src == 0:
		return fail(driver.RTParamInvalid, nullArgument, op, "srcAddr is NULL")
	case dst == 0:
		return fail(driver.RTParamInvalid, nullArgument, op, "dstAddr is NULL")
	}
	if st := knownKind(op, kind); !st.OK() {
		return st
	}
	return m.describe(op, ac, desc, uint64(src), uint64(dst), count)
}

// describe writes the words of a descriptor.
func (m *Machine) describe(op string, ac driver.Context, desc driver.Mem, words ...uint64) driver.Status {
	b := make([]byte, 0, DescriptorSize)
	for _, w := range words {
		b = endian.NativeEndian.AppendUint64(b, w)
	}
	b = b[:DescriptorSize]
	return m.copyAtOnce(ac, transfer{op: op, dst: desc, src: driver.OnHost(b), room: DescriptorSize, size: DescriptorSize})
}

// MemcpyAsyncWithDesc calls aclrtMemcpyAsyncWithDesc. A descriptor in device memory or in pinned
// memory is read when the copy executes, another one at once.
func (m *Machine) MemcpyAsyncWithDesc(ac driver.Context, desc driver.Mem, kind driver.MemcpyKind, h driver.Stream) driver.Status {
	const op = "aclrtMemcpyAsyncWithDesc"
	if desc.IsNull() {
		return fail(driver.RTParamInvalid, nullArgument, op, "desc is NULL")
	}
	if st := knownKind(op, kind); !st.OK() {
		return st
	}
	var words [3]func(*engine) (driver.Addr, error)
	for i := range words {
		words[i] = m.addressAt(desc.Offset(uint64(i) * addressSize))
	}
	return m.enqueueEngineWork(op, ac, h, func(e *engine) error {
		var v [len(words)]driver.Addr
		for i, read := range words {
			word, err := read(e)
			if err != nil {
				return err
			}
			v[i] = word
		}
		if v[2] == 0 {
			return nil
		}
		return e.copy(v[1], v[0], uint64(v[2]))
	})
}
