// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Struct lays out the fields of a struct in their order, exported or not, each at the
// next multiple of 8 bytes; what is inside a field, a struct or an array, keeps Go's
// layout, which for these types is that of C. Fields must have a fixed size: numbers,
// bool, [acl.DevicePtr], and structs and arrays of these. A field with a Go pointer in it,
// whatever hides the pointer, and int, uint and uintptr, whose size depends on the
// platform, are [acl.ErrInvalid] with the name of the field; so are more than [MaxArgs]
// bytes. The layout is found out once a type.
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
	l := ArgList{size: p.size}
	from := driver.BytesOf(a)
	for _, f := range p.fields {
		copy(l.block[f.to:], from[f.from:f.from+f.size])
	}
	return l, nil
}

// plan says where the fields of a struct go.
type plan struct {
	fields []field
	size   int
	err    error
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
	for i := range t.NumField() {
		f := t.Field(i)
		if err := fixed(f.Type, f.Name); err != nil {
			return &plan{err: err}
		}
		p.fields = append(p.fields, field{f.Offset, end, f.Type.Size()})
		end = (end + f.Type.Size() + align - 1) / align * align
	}
	if end > MaxArgs {
		return &plan{err: tooMany(int(end))}
	}
	p.size = int(end)
	return &p
}

// fixed fails for a type that has pointers in it, or no fixed size.
func fixed(t reflect.Type, name string) error {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return nil
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return fmt.Errorf("field %s: the size of %s depends on the platform; use a type with a number in its name: %w", name, t, acl.ErrInvalid)
	case reflect.Array:
		return fixed(t.Elem(), name+"[0]")
	case reflect.Struct:
		for i := range t.NumField() {
			if err := fixed(t.Field(i).Type, name+"."+t.Field(i).Name); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("field %s of type %s is or holds a Go pointer, which means nothing on the device; use an acl.DevicePtr, from the method Ptr of a buffer, a block or a view: %w", name, t, acl.ErrInvalid)
	}
}
