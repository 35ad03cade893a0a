// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

var (
	hostLocation   = driver.MemLocation{Type: driver.LocationTypeHost}
	deviceLocation = driver.MemLocation{Type: driver.LocationTypeDevice}
)

func up(dst driver.Addr, src driver.Mem, n uint64) fakeacl.BatchCopy {
	return fakeacl.BatchCopy{Dst: driver.OnDevice(dst), Src: src, Room: n, Size: n, DstAt: deviceLocation, SrcAt: hostLocation}
}

func down(dst driver.Mem, src driver.Addr, n uint64) fakeacl.BatchCopy {
	return fakeacl.BatchCopy{Dst: dst, Src: driver.OnDevice(src), Room: n, Size: n, DstAt: hostLocation, SrcAt: deviceLocation}
}

// batch makes copies at once, or in the order of a stream.
func (r *rig) batch(async bool, s driver.Stream, copies ...fakeacl.BatchCopy) (int, driver.Status) {
	if async {
		return r.MemcpyBatchAsync("aclrtMemcpyBatchAsync", r.ac, copies, s)
	}
	return r.MemcpyBatch("aclrtMemcpyBatch", r.ac, copies)
}

func TestMemcpyBatch(t *testing.T) {
	for name, async := range map[string]bool{"at once": false, "in order": true} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			s := r.stream()
			a, b := r.malloc(64), r.malloc(64)
			from, to := r.host(64), r.host(64)
			copy(from.Bytes(64), bytes.Repeat([]byte{1, 2}, 32))
			wrong, st := r.batch(async, s, up(a, from, 32), up(b, from.Offset(1), 16), up(b, from, 0))
			r.ok(st)
			assert.Equal(t, -1, wrong)
			ordinary := make([]byte, 16)
			_, st = r.batch(async, s, down(to, a, 32), down(to.Offset(32), b, 16), down(driver.OnHost(ordinary), b, 16))
			r.ok(st)
			assert.Equal(t, bytes.Repeat([]byte{2, 1}, 8), ordinary, "its memory is not pinned: the call waits")
			r.sync(s)
			assert.Equal(t, append(bytes.Repeat([]byte{1, 2}, 16), bytes.Repeat([]byte{2, 1}, 8)...), to.Bytes(48))
		})
	}
}

// A batch in which one copy is wrong copies nothing, and the index of that copy is returned.
func TestMemcpyBatchRefuses(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	a, other := r.malloc(64), must[driver.Addr](r)(r.Malloc(r.context(1), 64, 0))
	host := r.host(64)
	managed := r.managed(1)
	good := up(a, host, 8)
	change := func(c fakeacl.BatchCopy, f func(*fakeacl.BatchCopy)) fakeacl.BatchCopy { f(&c); return c }
	within := change(good, func(c *fakeacl.BatchCopy) { c.Src, c.SrcAt = driver.OnDevice(a+8), deviceLocation })
	tests := map[string]struct {
		wrong fakeacl.BatchCopy
		index int
		code  driver.Code
	}{
		"says device":        {change(good, func(c *fakeacl.BatchCopy) { c.SrcAt = deviceLocation }), 1, driver.RTParamInvalid},
		"says host":          {change(good, func(c *fakeacl.BatchCopy) { c.DstAt = hostLocation }), 1, driver.RTParamInvalid},
		"another device":     {up(other, host, 8), 1, driver.RTParamInvalid},
		"no location":        {change(good, func(c *fakeacl.BatchCopy) { c.DstAt.Type = 9 }), 1, driver.RTParamInvalid},
		"within a device":    {within, 1, driver.RTParamInvalid},
		"other direction":    {down(host, a, 8), 1, driver.RTParamInvalid},
		"beyond the memory":  {up(a+64+32-4, host, 8), -1, driver.RTParamInvalid},
		"more than the room": {change(good, func(c *fakeacl.BatchCopy) { c.Room = 4 }), -1, driver.RTParamInvalid},
	}
	for name, tt := range tests {
		for _, async := range []bool{false, true} {
			index, st := r.batch(async, s, good, tt.wrong)
			assert.Equal(t, tt.code, st.Code, name)
			assert.Equal(t, tt.index, index, name)
		}
	}
	r.sync(s)
	_, st := r.batch(false, s, change(good, func(c *fakeacl.BatchCopy) { c.Src = driver.OnHost([]byte{0, 0, 0, 0, 0, 0, 0, 0}) }))
	r.ok(st)
	everywhere := change(good, func(c *fakeacl.BatchCopy) { c.Src = driver.OnDevice(managed) })
	_, st = r.batch(false, s, everywhere)
	r.ok(st)

	index, st := r.MemcpyBatch("f", 0, []fakeacl.BatchCopy{good})
	assert.Equal(t, driver.RTContextNull, st.Code)
	assert.Equal(t, -1, index)
	card := newRig(t, as310P)
	_, st = card.MemcpyBatch("f", card.ac, []fakeacl.BatchCopy{good})
	assert.Equal(t, driver.RTFeatureNotSupport, st.Code)
}
