// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"encoding/binary"
	"math/bits"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// views are the arguments that are memory, of a device with checks. An ArgList has room for
// few. More do not change once a launch can use them, so copies of the ArgList share them.
type views struct {
	few  [4]viewArg
	more *[]viewArg
}

type viewArg struct {
	size   uint64
	number uint8 // of the argument, from 1; 0 for none
	mode   hazard.Access
}

func (v *views) add(a viewArg) {
	for i := range v.few {
		if v.few[i].number == 0 {
			v.few[i] = a
			return
		}
	}
	if v.more == nil {
		v.more = new([]viewArg)
	}
	*v.more = append(*v.more, a)
}

// all yields the arguments.
func (v *views) all(yield func(viewArg) bool) {
	for _, a := range v.few {
		if a.number == 0 || !yield(a) {
			return
		}
	}
	if v.more == nil {
		return
	}
	for _, a := range *v.more {
		if !yield(a) {
			return
		}
	}
}

// noteUse remembers the memory of the argument that is laid out next, for the checks of stream
// order.
func (l *ArgList) noteUse(a *Arg) {
	number := l.size / align
	switch {
	case a.use == address:
		l.addresses |= 1 << number
	case a.use >= readWrite && a.dev.Checks():
		l.memory.add(viewArg{a.room, uint8(number + 1), modes[a.use]})
	}
}

var modes = [...]hazard.Access{readWrite: hazard.ReadWrite, readOnly: hazard.Read}

// uses adds the memory of the arguments to a launch.
func (l *ArgList) uses(op *core.Op) {
	if op == nil {
		return
	}
	for v := range l.memory.all {
		op.Uses(v.mode, l.address(int(v.number)), v.size, int(v.number))
	}
	for left := l.addresses; left != 0; left &= left - 1 {
		number := bits.TrailingZeros64(left) + 1
		op.Uses(hazard.None, l.address(number), 0, number)
	}
}

// address returns an argument that is an address, by number from 1.
func (l *ArgList) address(number int) driver.Addr {
	return driver.Addr(binary.LittleEndian.Uint64(l.block[(number-1)*align:]))
}
