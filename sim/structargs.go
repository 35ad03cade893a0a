// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"
	"reflect"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/element"
)

// ReadStruct reads the fields of a struct one by one, as kernel.Struct lays them out: each
// at the next multiple of eight bytes. It returns the zero T if one of them is not there, or
// if T is not a struct that kernel.Struct accepts.
//
//	p := sim.ReadStruct[params](c.Args()) // of kernel.Struct(&params{…})
func ReadStruct[T any](a *ArgReader) T {
	var v, none T
	if a == nil || a.err != nil {
		return none
	}
	t := reflect.TypeFor[T]()
	if a.err = checkStruct(t); a.err != nil {
		return none
	}
	bytes := driver.BytesOf(&v)
	for f := range t.Fields() {
		if !a.next(bytes[f.Offset:][:f.Type.Size()]) {
			return none
		}
	}
	return v
}

func checkStruct(t reflect.Type) error {
	if t.Kind() != reflect.Struct {
		return fmt.Errorf("sim: arguments as %s: want a struct: %w", t, acl.ErrInvalid)
	}
	if err := element.CheckParts(t); err != nil {
		return fmt.Errorf("sim: arguments as %s: %w", t, err)
	}
	return nil
}

// readsLayoutOfStruct reports whether the only argument that was read is a struct, but the
// launch passed each of its fields as an argument.
func (a *ArgReader) readsLayoutOfStruct() bool {
	if !a.exact || a.read != 1 || a.first == nil || a.first.Kind() != reflect.Struct {
		return false
	}
	size := 0
	for f := range a.first.Fields() {
		size = aligned(size + int(f.Type.Size()))
	}
	return len(a.args) == size && aligned(a.off) < size
}
