// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"errors"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// openMemory opens a file of size 0. The system has no files in memory that can grow, so it
// is a temporary one, without a name: what is touched stays in memory as long as there is
// enough.
func openMemory() (int, error) {
	f, err := os.CreateTemp("", "hostmem-*")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return 0, err
	}
	return unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
}

// hole is the system's fpunchhole_t.
type hole struct {
	flags, reserved uint32
	off, length     int64
}

// punchHole releases the memory of n bytes at off, which read as zero afterwards. On a file
// system without holes, it writes the zeros.
func punchHole(file int, off, n int64) error {
	h := &hole{off: off, length: n}
	_, err := unix.FcntlInt(uintptr(file), unix.F_PUNCHHOLE, int(uintptr(unsafe.Pointer(h))))
	runtime.KeepAlive(h)
	if err == nil {
		return nil
	}
	if !errors.Is(err, unix.ENOTSUP) && !errors.Is(err, unix.EINVAL) {
		return err
	}
	zeros := make([]byte, min(n, 1<<20))
	for n > 0 {
		written, err := unix.Pwrite(file, zeros[:min(n, int64(len(zeros)))], off)
		if err != nil {
			return err
		}
		off, n = off+int64(written), n-int64(written)
	}
	return nil
}
