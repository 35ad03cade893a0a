// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math/bits"

	"github.com/ascend-go/aclpool/internal/driver"
)

// grid says how the rows of a copy lie in memory. The zero grid is one row.
type grid struct {
	rows               uint64
	dstPitch, srcPitch uint64 // bytes from the start of a row to that of the next
}

// extent returns how many bytes lie from the start of the first row to the end of the
// last, if rows of that width are a pitch apart.
func (g grid) extent(pitch, width uint64) uint64 {
	if g.rows == 0 {
		return width
	}
	return (g.rows-1)*pitch + width
}

// Memcpy2d calls aclrtMemcpy2d: it copies height rows of width bytes at once, in no
// stream's order.
func (m *Machine) Memcpy2d(ac driver.Context, dst driver.Mem, dstPitch uint64, src driver.Mem, srcPitch, width, height uint64, kind driver.MemcpyKind) driver.Status {
	t := transfer{op: "aclrtMemcpy2d", dst: dst, src: src, size: width, grid: grid{height, dstPitch, srcPitch}}
	if st := t.checkRows(kind); !st.OK() {
		return st
	}
	return m.copyAtOnce(ac, t)
}

// Memcpy2dAsync calls aclrtMemcpy2dAsync. Host memory that is not pinned makes it wait
// for the stream and copy at once.
func (m *Machine) Memcpy2dAsync(ac driver.Context, dst driver.Mem, dstPitch uint64, src driver.Mem, srcPitch, width, height uint64, kind driver.MemcpyKind, h driver.Stream) driver.Status {
	t := transfer{op: "aclrtMemcpy2dAsync", dst: dst, src: src, size: width, grid: grid{height, dstPitch, srcPitch}}
	if st := t.checkRows(kind); !st.OK() {
		return st
	}
	return m.copyInOrder(ac, t, h)
}

// checkRows is check for a copy of rows.
func (t transfer) checkRows(kind driver.MemcpyKind) driver.Status {
	g := t.grid
	switch {
	case t.dst.IsNull():
		return null(t.op, "dst")
	case t.src.IsNull():
		return null(t.op, "src")
	case kind < driver.CopyHostToDevice || kind > driver.CopyDefault:
		return fail(driver.InvalidParam, badArgument, t.op, "kind %d is none of rows: want %d to %d", kind, driver.CopyHostToDevice, driver.CopyDefault)
	case t.size == 0 || g.rows == 0:
		return fail(driver.RTParamInvalid, badArgument, t.op, "%d rows of %d bytes: want at least one of one", g.rows, t.size)
	case t.size > g.dstPitch || t.size > g.srcPitch:
		return fail(driver.InvalidParam, badArgument, t.op, "width %d is larger than a pitch: dpitch is %d, spitch %d", t.size, g.dstPitch, g.srcPitch)
	}
	if high, low := bits.Mul64(g.rows, max(g.dstPitch, g.srcPitch)); high != 0 || low > maxMemory {
		return fail(driver.RTParamInvalid, badArgument, t.op, "%d rows, %d and %d bytes apart, are more than any memory holds", g.rows, g.dstPitch, g.srcPitch)
	}
	return driver.Status{}
}

// copyRows copies rows of n bytes, or one if the grid is zero.
func copyRows(by HostMemory, dst, src operand, n uint64, g grid) error {
	toSize, fromSize := g.extent(g.dstPitch, n), g.extent(g.srcPitch, n)
	to, err := dst.bytes(toSize)
	if err != nil {
		return err
	}
	defer dst.done(toSize)
	from, err := src.bytes(fromSize)
	if err != nil {
		return err
	}
	defer src.done(fromSize)
	by.Copy(to[:n], from[:n])
	for i := uint64(1); i < g.rows; i++ {
		by.Copy(to[i*g.dstPitch:][:n], from[i*g.srcPitch:][:n])
	}
	return nil
}
