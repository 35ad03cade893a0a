// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	endian "encoding/binary"
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
)

// PlaceHolder is aclrtPlaceHolderInfo: an argument that is the address of other bytes of the
// arguments. Both offsets are bytes from the start of the arguments.
type PlaceHolder struct {
	AddrOffset uint32 // where the address is written
	DataOffset uint32 // what it is the address of
}

// addressSize is the size of an address in arguments.
const addressSize = 8

// LaunchKernelWithPlaceHolders calls aclrtLaunchKernelWithHostArgs, or as op
// aclrtLaunchKernelWithConfig, with place holders. The arguments are copied during the call.
// While the kernel runs, the device addresses in place holders refer to the copy.
func (m *Machine) LaunchKernelWithPlaceHolders(op string, ac driver.Context, f driver.Function, blocks uint32, h driver.Stream, args []byte, holders []PlaceHolder) driver.Status {
	for i, p := range holders {
		if uint64(p.AddrOffset)+addressSize > uint64(len(args)) || uint64(p.DataOffset) > uint64(len(args)) {
			return fail(driver.RTParamInvalid, badArgument, op, "place holder %d has its address at %d and its data at %d of %d bytes of arguments", i, p.AddrOffset, p.DataOffset, len(args))
		}
	}
	if d := m.of(handle(f)); d != nil && len(holders) > 0 {
		args = slices.Clone(args)
		for _, p := range holders {
			endian.NativeEndian.PutUint64(args[p.AddrOffset:], uint64(d.start()+argumentStart)+uint64(p.DataOffset))
		}
	}
	return m.enqueueLaunch(op, ac, f, h, &task{blocks: blocks}, args)
}

// argumentView returns bytes of the running kernel's arguments by their device address. All
// launches have the same addresses: a kernel cannot name the arguments of another one.
func (s *stream) argumentView(a driver.Addr, n uint64) ([]byte, bool) {
	args, start := s.task.args.bytes, s.device.start()+argumentStart
	if a < start || uint64(a-start) > uint64(len(args)) || n > uint64(len(args))-uint64(a-start) {
		return nil, false
	}
	return args[a-start:][:n:n], true
}
