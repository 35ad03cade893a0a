// SPDX-License-Identifier: Apache-2.0

package hostmem

import "golang.org/x/sys/unix"

// openMemory opens a file of size 0 in memory.
func openMemory() (int, error) { return unix.MemfdCreate("hostmem", unix.MFD_CLOEXEC) }

// punchHole releases the memory of n bytes at off, which read as zero afterwards.
func punchHole(file int, off, n int64) error {
	return unix.Fallocate(file, unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, off, n)
}
