//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simManagedAdvise
func simManagedAdvise(ac uintptr, a, size uint64, advice, typ, id int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ManagedAdvise(driver.Context(ac), driver.Addr(a), size, fakeacl.ManagedAdvice(advice), managedLocation([2]int32{typ, id}))
	})
}

// managedLocation returns an aclrtMemManagedLocation: type and id.
func managedLocation(l [2]int32) fakeacl.ManagedLocation {
	return fakeacl.ManagedLocation{Type: fakeacl.ManagedLocationType(l[0]), ID: l[1]}
}

// simManagedPrefetch takes arrays of addresses and sizes, and arrays of locations and of the
// indices from which on they count.
//
//export simManagedPrefetch
func simManagedPrefetch(op *C.char, ac uintptr, addrs, sizes *byte, count uint64, locations, from *byte, places, flags uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		size := wordsAt(sizes, count)
		of, st := sections(C.GoString(op), wordsAt(from, places), count)
		if !st.OK() {
			return st
		}
		to := arrayAt[[2]int32](locations, places)
		ranges := make([]fakeacl.Prefetch, count)
		for i, a := range wordsAt(addrs, count) {
			ranges[i] = fakeacl.Prefetch{Addr: driver.Addr(a), Size: size[i], To: managedLocation(to[of[i]])}
		}
		return m.ManagedPrefetch(C.GoString(op), driver.Context(ac), ranges, flags, driver.Stream(s))
	})
}

// wordsAt returns an array of numbers of 64 bits.
func wordsAt(array *byte, count uint64) []uint64 {
	return arrayAt[uint64](array, count)
}

//export simManagedAttribute
func simManagedAttribute(op *C.char, attr int32, a, size uint64, data *byte, room uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ManagedAttribute(C.GoString(op), fakeacl.ManagedAttr(attr), driver.Addr(a), size, driver.HostAt(data).Bytes(room))
	})
}
