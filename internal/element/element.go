// SPDX-License-Identifier: Apache-2.0

// Package element has the rule for Go types whose values lie in device memory: elements of
// buffers, and fields of kernel arguments.
package element

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// checked holds the result of the check of each type, nil for a type that passed.
var checked sync.Map // reflect.Type to error

// Check returns an error unless T can be the element of a buffer: its memory means the
// same to Go, to C and to a device. Bool, numbers of a fixed size, and arrays and structs
// of them qualify, also as defined types. Types with a pointer inside, int, uint and
// uintptr, whose size depends on the platform, and types without a size are
// errclass.Invalid, and the error names the field. A type is checked once; a later call
// allocates nothing. Any goroutine may call it.
func Check[T any]() error {
	t := reflect.TypeFor[T]()
	if found, ok := checked.Load(t); ok {
		err, _ := found.(error)
		return err
	}
	err := check(t)
	checked.Store(t, err)
	return err
}

func check(t reflect.Type) error {
	err := CheckParts(t)
	if err == nil && t.Size() == 0 {
		err = fmt.Errorf("it has no size: use a type of at least 1 byte: %w", errclass.Invalid)
	}
	if err != nil {
		return fmt.Errorf("element type %s: %w", t, err)
	}
	return nil
}

// Size returns the bytes of one T, with the padding that Go gives it. It allocates nothing.
func Size[T any]() uint64 { return uint64(reflect.TypeFor[T]().Size()) }

// CheckParts is Check for any type, without the rule that the type has a size. The error
// does not name the type.
func CheckParts(t reflect.Type) error {
	path, kind := misfit(t, "")
	if kind == reflect.Invalid {
		return nil
	}
	m := misfits[kind]
	return fmt.Errorf("%s is %s: use %s: %w", place(path), m.is, m.instead, errclass.Invalid)
}

// misfits says of each kind that cannot lie in device memory what it is and what can.
var misfits = map[reflect.Kind]struct{ is, instead string }{
	reflect.Int:           {"an int, whose size depends on the platform", "int32 or int64"},
	reflect.Uint:          {"a uint, whose size depends on the platform", "uint32 or uint64"},
	reflect.Uintptr:       {"a uintptr, whose size depends on the platform", "uint64, or acl.DevicePtr for an address on the device"},
	reflect.Pointer:       {"a pointer", "the value itself, or acl.DevicePtr for an address on the device"},
	reflect.UnsafePointer: {"an unsafe.Pointer", "acl.DevicePtr for an address on the device"},
	reflect.Slice:         {"a slice", "an array, or acl.DevicePtr for an address on the device"},
	reflect.String:        {"a string", "an array of bytes"},
	reflect.Map:           {"a map", "numbers of a fixed size"},
	reflect.Chan:          {"a channel", "numbers of a fixed size"},
	reflect.Func:          {"a func", "numbers of a fixed size"},
	reflect.Interface:     {"an interface", "numbers of a fixed size"},
}

// misfit returns the first part of t that cannot lie in device memory: where it is and of
// what kind, reflect.Invalid if all of t can.
func misfit(t reflect.Type, path string) (string, reflect.Kind) {
	switch t.Kind() {
	case reflect.Array:
		return misfit(t.Elem(), path+"[]")
	case reflect.Struct:
		for f := range t.Fields() {
			if where, kind := misfit(f.Type, path+"."+f.Name); kind != reflect.Invalid {
				return where, kind
			}
		}
		return "", reflect.Invalid
	}
	if _, bad := misfits[t.Kind()]; bad {
		return path, t.Kind()
	}
	return "", reflect.Invalid
}

// place returns a path such as .Inner[].Name in words.
func place(path string) string {
	switch {
	case path == "":
		return "it"
	case path[0] == '.':
		return "field " + path[1:]
	default:
		return "element " + path
	}
}
