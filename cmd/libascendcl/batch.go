//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// batchAttr is aclrtMemcpyBatchAttr: number and type of the location of the destination, then of
// the source, and reserved words.
type batchAttr [8]int32

func (a batchAttr) dst() driver.MemLocation { return driver.MemLocation{ID: a[0], Type: a[1]} }
func (a batchAttr) src() driver.MemLocation { return driver.MemLocation{ID: a[2], Type: a[3]} }

// sections returns for each of count items which attribute it has: the k-th one counts from the
// item from[k] on.
func sections(op string, from []uint64, count uint64) ([]int, driver.Status) {
	if len(from) == 0 {
		return nil, driver.Fail(driver.RTParamInvalid, "EE1003: "+op+": there is no attribute")
	}
	for k, first := range from {
		if first >= count || (k == 0) != (first == 0) || k > 0 && first <= from[k-1] {
			return nil, driver.Fail(driver.RTParamInvalid, fmt.Sprintf("EE1003: %s: index %d is %d: want 0 first, ascending, below %d", op, k, first, count))
		}
	}
	of, k := make([]int, count), 0
	for i := range of {
		if k+1 < len(from) && from[k+1] == uint64(i) {
			k++
		}
		of[i] = k
	}
	return of, driver.Status{}
}

// simMemcpyBatch takes arrays. It returns the index of the copy that is wrong, or -1.
//
//export simMemcpyBatch
func simMemcpyBatch(op *C.char, ac uintptr, dsts, rooms, srcs, sizes *byte, count uint64, attrs, from *byte, attrCount uint64, async int32, s uintptr) (wrong int64, code int32) {
	wrong = -1
	code = done(func(m *fakeacl.Machine) driver.Status {
		name := C.GoString(op)
		src, room, size := arrayAt[*byte](srcs, count), wordsAt(rooms, count), wordsAt(sizes, count)
		of, st := sections(name, wordsAt(from, attrCount), count)
		if !st.OK() {
			return st
		}
		attr := arrayAt[batchAttr](attrs, attrCount)
		copies := make([]fakeacl.BatchCopy, count)
		for i, dst := range arrayAt[*byte](dsts, count) {
			a := attr[of[i]]
			copies[i] = fakeacl.BatchCopy{Dst: place(dst), Src: place(src[i]), Room: room[i], Size: size[i], DstAt: a.dst(), SrcAt: a.src()}
		}
		i := 0
		if async != 0 {
			i, st = m.MemcpyBatchAsync(name, driver.Context(ac), copies, driver.Stream(s))
		} else {
			i, st = m.MemcpyBatch(name, driver.Context(ac), copies)
		}
		wrong = int64(i)
		return st
	})
	return wrong, code
}

//export simAddressRange
func simAddressRange(a uint64) (start, size uint64, code int32) {
	code = done(func(m *fakeacl.Machine) driver.Status {
		from, n, st := m.AddressRange(driver.Addr(a))
		start, size = uint64(from), n
		return st
	})
	return start, size, code
}

//export simCheckMemType
func simCheckMemType(ac uintptr, addrs *byte, count uint64, kinds uint32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		all := arrayAt[driver.Addr](addrs, count)
		are, st := m.CheckMemType(driver.Context(ac), all, fakeacl.MemType(kinds))
		return one(are), st
	})
}

//export simMemP2PMap
func simMemP2PMap(a, size uint64, by int32, flags uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.MemP2PMap(driver.Addr(a), size, by, flags) })
}
