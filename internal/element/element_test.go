// SPDX-License-Identifier: Apache-2.0

package element_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/element"
)

type (
	point struct {
		X, Y float32
		Tags [4]uint8
	}
	token    int32
	linked   struct{ Next *linked }
	named    struct{ Inner struct{ Name string } }
	counted  struct{ N int }
	nothing  struct{}
	callback struct{ F func() }
	padded   struct {
		A uint8
		_ [0]int64
		B float64
	}
	numbers struct {
		A int8
		B int16
		C int32
		D int64
		E uint8
		F uint16
		G uint32
		H uint64
		I float32
		J float64
		K complex64
		L complex128
		M bool
		N acl.BFloat16
	}
)

// of returns the check of a value's type, for types whose name takes an import.
func of[T any](T) func() error { return element.Check[T] }

func TestCheck(t *testing.T) {
	tests := map[string]struct {
		check func() error
		text  string // empty: the type is an element
	}{
		"byte":                  {element.Check[byte], ""},
		"bool":                  {element.Check[bool], ""},
		"float32":               {element.Check[float32], ""},
		"complex64":             {element.Check[complex64], ""},
		"half":                  {element.Check[acl.Float16], ""},
		"device address":        {element.Check[acl.DevicePtr], ""},
		"defined number":        {element.Check[token], ""},
		"array":                 {element.Check[[16]uint16], ""},
		"struct":                {element.Check[point], ""},
		"all kinds of numbers":  {element.Check[numbers], ""},
		"array of all of them":  {element.Check[[2][3]numbers], ""},
		"struct with padding":   {element.Check[padded], ""},
		"int":                   {element.Check[int], "it is an int, whose size depends on the platform: use int32 or int64"},
		"uint":                  {element.Check[uint], "it is a uint, whose size depends on the platform: use uint32 or uint64"},
		"uintptr":               {element.Check[uintptr], "it is a uintptr, whose size depends on the platform: use uint64"},
		"pointer":               {element.Check[*int32], "it is a pointer: use the value itself"},
		"string":                {element.Check[string], "it is a string: use an array of bytes"},
		"slice":                 {element.Check[[]byte], "it is a slice: use an array"},
		"interface":             {element.Check[any], "it is an interface"},
		"map":                   {element.Check[map[int32]int32], "it is a map"},
		"channel":               {element.Check[chan byte], "it is a channel"},
		"pointer without type":  {of(reflect.ValueOf(t).UnsafePointer()), "it is an unsafe.Pointer"},
		"array of pointers":     {element.Check[[4]*byte], "element [] is a pointer"},
		"struct with a pointer": {element.Check[linked], "element type element_test.linked: field Next is a pointer: use"},
		"struct in a struct":    {element.Check[named], "field Inner.Name is a string"},
		"struct with an int":    {element.Check[counted], "field N is an int"},
		"struct with a func":    {element.Check[callback], "field F is a func"},
		"array of structs":      {element.Check[[2]counted], "element [].N is an int"},
		"struct of nothing":     {element.Check[nothing], "no size"},
		"array of nothing":      {element.Check[[0]byte], "no size"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for range 2 { // the first result is kept and stays the same
				err := tt.check()
				if tt.text == "" {
					require.NoError(t, err)
					continue
				}
				require.ErrorIs(t, err, acl.ErrInvalid)
				require.ErrorContains(t, err, tt.text)
			}
		})
	}
}

func TestCheckAgainAllocatesNothing(t *testing.T) {
	_, _ = element.Check[point](), element.Check[linked]()
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = element.Check[point]() }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = element.Check[linked]() }), "neither does a refusal")
}

func TestSize(t *testing.T) {
	assert.Equal(t, uint64(12), element.Size[point]())
	assert.Equal(t, uint64(2), element.Size[acl.BFloat16]())
	assert.Equal(t, uint64(16), element.Size[padded](), "padding counts")
	assert.Equal(t, uint64(1<<20), element.Size[[1 << 20]byte]())
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = element.Size[[1 << 20]byte]() }))
}
