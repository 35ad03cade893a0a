// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "fmt"

// Memory that is allocated has the contents that it happens to have. On a machine with
// Config.Fresh it has a pattern, so that a program which reads what it has not written gets
// numbers that are obviously wrong, whether or not the memory was used before.

const (
	freshByte = 0xff // of it, floats of every size are NaN, and integers -1
	// freshSize is how many bytes get the pattern: filling all of a large allocation would take
	// the memory of the host.
	freshSize = 4096
)

// patternIn fills memory that is allocated now, if the machine does so.
func (r *region) patternIn(e extent) {
	if !r.device.machine.cfg.Fresh {
		return
	}
	n := min(e.size, freshSize)
	err := r.memory.Commit(e.off, n)
	var b []byte
	if err == nil {
		b, err = r.memory.Bytes(e.off, n)
	}
	if err != nil {
		r.log(fmt.Sprintf("memory of %s is without its pattern: %v", r.owner(), err))
		return
	}
	for i := range b {
		b[i] = freshByte
	}
}
