// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"
	"reflect"
	"sync"
)

// checked holds what the check of each type has found, nil for a type that passed.
var checked sync.Map // reflect.Type to error

// CheckElement reports whether T can be the element of a buffer: its memory means the
// same to Go, to C and to a device. Bool, numbers of a fixed size, and arrays and structs
// of them qualify, also as defined types. Whatever holds a pointer, int, uint and uintptr,
// whose size depends on the platform, and types without a size are [ErrInvalid], with the
// field that is in the way. A type is looked at once; asking again allocates nothing. It
// may be called from any goroutine.
func CheckElement[T any]() error {
	t := reflect.TypeFor[T]()
	if found, ok := checked.Load(t); ok {
		err, _ := found.(error)
		return err
	}
	err := checkElement(t)
	checked.Store(t, err)
	return err
}

func checkElement(t reflect.Type) error {
	if path, kind := misfit(t, ""); kind != reflect.Invalid {
		m := misfits[kind]
		return fmt.Errorf("acl: element type %s: %s is %s: use %s: %w", t, place(path), m.is, m.instead, ErrInvalid)
	}
	if t.Size() == 0 {
		return fmt.Errorf("acl: element type %s: it has no size: use a type of at least 1 byte: %w", t, ErrInvalid)
	}
	return nil
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

// misfit finds the first part of t that cannot lie in device memory: where it is and of
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

// place words a path such as .Inner[].Name for the text of an error.
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

// SizeOf answers the bytes of one T, with the padding that Go gives it. It allocates
// nothing.
func SizeOf[T any]() uint64 { return uint64(reflect.TypeFor[T]().Size()) }
