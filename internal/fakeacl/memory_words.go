// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"bytes"
	endian "encoding/binary"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
)

// wordSize is the size of the words that aclrtMemsetD32 writes.
const wordSize = 4

// MemsetWords calls aclrtMemsetD32: it writes count words of 32 bits at once, in no stream's order.
func (m *Machine) MemsetWords(ac driver.Context, dst driver.Mem, room uint64, value uint32, count uint64) driver.Status {
	const op = "aclrtMemsetD32"
	if st := m.checkWords(op, dst, room, count); !st.OK() || count == 0 {
		return st
	}
	b := bytes.Repeat(endian.NativeEndian.AppendUint32(nil, value), int(count))
	return m.copyAtOnce(ac, transfer{op: op, dst: dst, src: driver.OnHost(b), room: room, size: count * wordSize})
}

// MemsetWordsAsync calls aclrtMemsetD32Async.
func (m *Machine) MemsetWordsAsync(ac driver.Context, dst driver.Mem, room uint64, value uint32, count uint64, h driver.Stream) driver.Status {
	const op = "aclrtMemsetD32Async"
	if st := m.checkWords(op, dst, room, count); !st.OK() || count == 0 {
		return st
	}
	return m.enqueueEngineWork(op, ac, h, func(e *engine) error {
		to, err := e.bytes(numberOf(dst), count*wordSize)
		if err != nil {
			return err
		}
		for i := 0; i < len(to); i += wordSize {
			endian.NativeEndian.PutUint32(to[i:], value)
		}
		return nil
	})
}

func (m *Machine) checkWords(op string, dst driver.Mem, room, count uint64) driver.Status {
	switch {
	case dst.IsNull():
		return null(op, "ptr")
	case strings.HasPrefix(m.cfg.Product, "Ascend310P"):
		return fail(driver.RTFeatureNotSupport, unsupported, op, "%s does not have this call", m.cfg.Product)
	case numberOf(dst)%wordSize != 0:
		return fail(driver.RTParamInvalid, badArgument, op, "the address is not a multiple of %d", wordSize)
	case count > room/wordSize:
		return fail(driver.RTParamInvalid, badArgument, op, "%d words do not fit into %d bytes", count, room)
	}
	return driver.Status{}
}
