// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"
	"reflect"
	"sync"
)

// checked holds what the check of each type has found, nil for a type that passed.
var checked sync.Map // reflect.Type → error or nil

// CheckElement reports whether T can be the element of a buffer: its memory means the
// same to Go, to C and to a device. Numbers of a fixed size, bool, and arrays and structs
// of them qualify. Pointers and whatever holds one, int, uint and uintptr, whose size
// depends on the platform, and types of size zero are [ErrInvalid]. A type is looked at
// once; asking again costs no allocation.
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
	if bad := misfit(t, ""); bad != "" {
		return fmt.Errorf("acl: element type %s: %s: use numbers of a fixed size, or arrays and structs of them: %w", t, bad, ErrInvalid)
	}
	if t.Size() == 0 {
		return fmt.Errorf("acl: element type %s: it has no size: %w", t, ErrInvalid)
	}
	return nil
}

// misfit says why t cannot lie in device memory, empty if it can.
func misfit(t reflect.Type, path string) string {
	switch t.Kind() {
	case reflect.Bool,
		reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return ""
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return at(path) + fmt.Sprintf("the size of %s depends on the platform", t.Kind())
	case reflect.Array:
		return misfit(t.Elem(), path)
	case reflect.Struct:
		for f := range t.Fields() {
			if bad := misfit(f.Type, path+"."+f.Name); bad != "" {
				return bad
			}
		}
		return ""
	default:
		return at(path) + fmt.Sprintf("a %s holds a Go pointer", t.Kind())
	}
}

func at(path string) string {
	if path == "" {
		return ""
	}
	return "field " + path[1:] + ": "
}

// SizeOf answers the bytes of one T.
func SizeOf[T any]() uint64 { return uint64(reflect.TypeFor[T]().Size()) }
