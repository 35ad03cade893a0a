// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/element"
)

// Struct lays out the fields of a struct in their order, exported or not, each at the
// next multiple of 8 bytes; what is inside a field, a struct or an array, keeps Go's
// layout, which for these types is that of C. Fields must be of types that can be
// elements of a buffer, see Elements in the comment of package acl: numbers of a fixed
// size, bool, [acl.DevicePtr], and structs and arrays of these. Other fields are
// [acl.ErrInvalid], and the error names the field; so are more than [MaxArgs] bytes. The
// layout of a type is computed once. A kernel in Go reads such arguments with
// sim.ReadStruct, which puts each field back; sim.ReadArg reads one argument, and of T it
// would take Go's layout.
//
// Source: aclrtKernelArgsAppend, acl_rt.h.
func Struct[T any](a *T) (ArgList, error) {
	t := reflect.TypeFor[T]()
	p := planOf(t)
	err := p.err
	if err == nil && a == nil {
		err = fmt.Errorf("no struct: %w", acl.ErrInvalid)
	}
	if err != nil {
		return ArgList{}, fmt.Errorf("kernel: arguments from %s: %w", t, err)
	}
	l := ArgList{size: p.size, addresses: p.addresses}
	from := driver.BytesOf(a)
	for _, f := range p.fields {
		copy(l.block[f.to:], from[f.from:f.from+f.size])
	}
	return l, nil
}

// plan says where the fields of a struct go.
type plan struct {
	fields    []field
	size      int
	addresses uint64 // bit i is set if an address is at 8 * i
	err       error
}

type field struct{ from, to, size uintptr }

var plans sync.Map // reflect.Type to *plan

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p, _ := plans.LoadOrStore(t, newPlan(t))
	return p.(*plan)
}

func newPlan(t reflect.Type) *plan {
	if t.Kind() != reflect.Struct {
		return &plan{err: fmt.Errorf("want a struct: %w", acl.ErrInvalid)}
	}
	var p plan
	var end uintptr
	if err := element.CheckParts(t); err != nil {
		return &plan{err: err}
	}
	for f := range t.Fields() {
		p.fields = append(p.fields, field{f.Offset, end, f.Type.Size()})
		p.findAddresses(f.Type, end)
		end = (end + f.Type.Size() + align - 1) / align * align
	}
	if end > MaxArgs {
		return &plan{err: tooMany(int(end))}
	}
	p.size = int(end)
	return &p
}

var addressType = reflect.TypeFor[acl.DevicePtr]()

// findAddresses notes the addresses in a part of the arguments, which is at an offset. Addresses
// are aligned to 8 bytes.
func (p *plan) findAddresses(t reflect.Type, at uintptr) {
	switch {
	case at >= MaxArgs: // newPlan refuses it
	case t == addressType:
		p.addresses |= 1 << (at / align)
	case t.Kind() == reflect.Struct:
		for f := range t.Fields() {
			p.findAddresses(f.Type, at+f.Offset)
		}
	case t.Kind() == reflect.Array && t.Elem().Size() > 0:
		for i := range min(t.Len(), MaxArgs) {
			p.findAddresses(t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	}
}
