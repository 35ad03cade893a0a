// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// Memory has the pattern whenever it is allocated, in a pool or not, used before or not.
func TestFreshMemoryHasAPattern(t *testing.T) {
	pattern := bytes.Repeat([]byte{0xff}, 4096)
	r := newRig(t, func(cfg *fakeacl.Config) { cfg.Fresh = true })
	s, p := r.stream(), r.pool(16*mib)
	for _, size := range []uint64{1, 4096, 5000, 3 * mib} {
		for range 2 {
			a, b := r.alloc(p, size, s), r.malloc(size)
			r.sync(s)
			for _, at := range []driver.Addr{a, b} {
				n := min(size, uint64(len(pattern)))
				assert.True(t, bytes.Equal(pattern[:n], r.read(at, n)), "the first bytes of %d", size)
				r.ok(r.Memset(r.ac, driver.OnDevice(at), size, 0, size))
			}
			r.free(a, s)
			r.sync(s)
			r.ok(r.Free(r.ac, b))
		}
	}
}

// Without it, memory is left as it is, and takes nothing of the host.
func TestMemoryIsNotTouched(t *testing.T) {
	r := newRig(t, nil)
	a := r.malloc(8)
	assert.Equal(t, make([]byte, 8), r.read(a, 8))
}
