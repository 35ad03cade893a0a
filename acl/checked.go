// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"slices"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// use is how a call uses the start of device memory.
type use struct {
	view View
	how  hazard.Access
}

// checked makes a blocking call that uses count bytes of memory. Where the program's uses of
// memory are checked, each device checks those of its own memory: its order does not know the
// work of other devices.
func checked(name string, count uint64, uses []use, function string, call func() driver.Status) error {
	var buf [2]*core.Op
	ops := begin(buf[:0], name, count, uses)
	if err := check(ops); err != nil {
		return err
	}
	st := call()
	for _, op := range ops {
		op.Done(st)
	}
	return errorOf(function, st)
}

// begin appends the checks of a call, one for each device that has checks.
func begin(ops []*core.Op, name string, count uint64, uses []use) []*core.Op {
	for i, u := range uses {
		d := opaque.View(u.view).Device()
		same := func(o use) bool { return opaque.View(o.view).Device().Same(d) }
		if !d.Checks() || slices.ContainsFunc(uses[:i], same) {
			continue
		}
		op := d.BeginNow(name)
		for _, o := range uses[i:] {
			if same(o) {
				op.Uses(o.how, opaque.View(o.view).Addr(), count, 0)
			}
		}
		ops = append(ops, op)
	}
	return ops
}

// check returns an error if the call must not be made.
func check(ops []*core.Op) error {
	for i, op := range ops {
		if err := op.Check(); err != nil {
			for _, other := range slices.Delete(ops, i, i+1) {
				other.Cancel()
			}
			return err
		}
	}
	return nil
}
