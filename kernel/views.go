// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"encoding/binary"
	"math/bits"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// views are the arguments that are memory, by number. They do not change once a launch can
// use them, so copies of an ArgList share them.
type views []viewArg

type viewArg struct {
	number int // of the argument, from 0
	size   uint64
	mode   hazard.Access
}

// noteUse remembers the memory of the argument that is laid out next, for the checks of stream
// order. It allocates only if the device has such checks.
func (l *ArgList) noteUse(a *Arg) {
	number := l.size / align
	switch {
	case a.use == address:
		l.addresses |= 1 << number
	case a.use >= readWrite && a.dev.Checks():
		l.noteView(viewArg{number, a.room, modes[a.use]})
	}
}

var modes = [...]hazard.Access{readWrite: hazard.ReadWrite, readOnly: hazard.Read}

func (l *ArgList) noteView(v viewArg) {
	if l.memory == nil {
		l.memory = new(views)
	}
	*l.memory = append(*l.memory, v)
}

// uses adds the memory of the arguments to a launch.
func (l *ArgList) uses(op *core.Op) {
	if op == nil {
		return
	}
	if l.memory != nil {
		for _, v := range *l.memory {
			op.Uses(v.mode, l.address(v.number), v.size, v.number+1)
		}
	}
	for left := l.addresses; left != 0; left &= left - 1 {
		number := bits.TrailingZeros64(left)
		op.Uses(hazard.None, l.address(number), 0, number+1)
	}
}

// address returns an argument that is an address.
func (l *ArgList) address(number int) driver.Addr {
	return driver.Addr(binary.LittleEndian.Uint64(l.block[number*align:]))
}
