// SPDX-License-Identifier: Apache-2.0

package driver

// Granule is the allocation unit of a pool in bytes. Sizes are rounded up to it, and
// addresses are multiples of it from the start of the pool.
const Granule uint64 = 2 << 20

// PoolFunctions returns the C names of the functions that make up a stream-ordered memory
// pool, in the order of the headers. The last three allocate, free and trim; CANN releases
// exist that export only the first four.
func PoolFunctions() []string {
	return []string{
		"aclrtMemPoolCreate", "aclrtMemPoolDestroy", "aclrtMemPoolSetAttr", "aclrtMemPoolGetAttr",
		"aclrtMemPoolMallocAsync", "aclrtMemPoolFreeAsync", "aclrtMemPoolTrimTo",
	}
}

// RoundUp returns n rounded up to a multiple of unit, which must be a power of two, and
// reports whether the result fits into 64 bits. A result that does not fit has wrapped.
func RoundUp(n, unit uint64) (uint64, bool) {
	r := (n + unit - 1) &^ (unit - 1)
	return r, r >= n
}
