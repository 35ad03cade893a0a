// SPDX-License-Identifier: Apache-2.0

package fakeacl

// HostMemory accesses memory of the program for the calls that copy or fill before they
// return. A C program may name memory that it does not have. Then it must get the signal that
// it would get for an access of its own.
type HostMemory interface {
	Copy(dst, src []byte) // of the same length
	Fill(dst []byte, value byte)
}

// AccessHost replaces how host memory is accessed. It must be called before the machine is used.
func (m *Machine) AccessHost(by HostMemory) { m.host = by }

// goAccess accesses memory from Go. A fault ends the process with a text of Go's runtime.
type goAccess struct{}

func (goAccess) Copy(dst, src []byte) { copy(dst, src) }

func (goAccess) Fill(dst []byte, value byte) {
	for i := range dst {
		dst[i] = value
	}
}
