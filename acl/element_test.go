// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
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

// of answers the check of a value's type, for types whose name takes an import.
func of[T any](T) func() error { return acl.CheckElement[T] }

func TestCheckElement(t *testing.T) {
	tests := map[string]struct {
		check func() error
		text  string // empty: the type is an element
	}{
		"byte":                  {acl.CheckElement[byte], ""},
		"bool":                  {acl.CheckElement[bool], ""},
		"float32":               {acl.CheckElement[float32], ""},
		"complex64":             {acl.CheckElement[complex64], ""},
		"half":                  {acl.CheckElement[acl.Float16], ""},
		"device address":        {acl.CheckElement[acl.DevicePtr], ""},
		"defined number":        {acl.CheckElement[token], ""},
		"array":                 {acl.CheckElement[[16]uint16], ""},
		"struct":                {acl.CheckElement[point], ""},
		"all kinds of numbers":  {acl.CheckElement[numbers], ""},
		"array of all of them":  {acl.CheckElement[[2][3]numbers], ""},
		"struct with padding":   {acl.CheckElement[padded], ""},
		"int":                   {acl.CheckElement[int], "it is an int, whose size depends on the platform: use int32 or int64"},
		"uint":                  {acl.CheckElement[uint], "it is a uint, whose size depends on the platform: use uint32 or uint64"},
		"uintptr":               {acl.CheckElement[uintptr], "it is a uintptr, whose size depends on the platform: use uint64"},
		"pointer":               {acl.CheckElement[*int32], "it is a pointer: use the value itself"},
		"string":                {acl.CheckElement[string], "it is a string: use an array of bytes"},
		"slice":                 {acl.CheckElement[[]byte], "it is a slice: use an array"},
		"interface":             {acl.CheckElement[any], "it is an interface"},
		"map":                   {acl.CheckElement[map[int32]int32], "it is a map"},
		"channel":               {acl.CheckElement[chan byte], "it is a channel"},
		"pointer without type":  {of(reflect.ValueOf(t).UnsafePointer()), "it is an unsafe.Pointer"},
		"array of pointers":     {acl.CheckElement[[4]*byte], "element [] is a pointer"},
		"struct with a pointer": {acl.CheckElement[linked], "acl: element type acl_test.linked: field Next is a pointer: use"},
		"struct in a struct":    {acl.CheckElement[named], "field Inner.Name is a string"},
		"struct with an int":    {acl.CheckElement[counted], "field N is an int"},
		"struct with a func":    {acl.CheckElement[callback], "field F is a func"},
		"array of structs":      {acl.CheckElement[[2]counted], "element [].N is an int"},
		"struct of nothing":     {acl.CheckElement[nothing], "no size"},
		"array of nothing":      {acl.CheckElement[[0]byte], "no size"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for range 2 { // the first answer is kept and stays the same
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

func TestCheckElementAgainAllocatesNothing(t *testing.T) {
	_, _ = acl.CheckElement[point](), acl.CheckElement[linked]()
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = acl.CheckElement[point]() }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = acl.CheckElement[linked]() }), "neither does a refusal")
}

func TestSizeOf(t *testing.T) {
	assert.Equal(t, uint64(12), acl.SizeOf[point]())
	assert.Equal(t, uint64(2), acl.SizeOf[acl.BFloat16]())
	assert.Equal(t, uint64(16), acl.SizeOf[padded](), "padding counts")
	assert.Equal(t, uint64(1<<20), acl.SizeOf[[1 << 20]byte]())
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = acl.SizeOf[[1 << 20]byte]() }))
}

func ExampleCheckElement() {
	type Token struct {
		ID    int32
		Score acl.Float16
	}
	type Word struct {
		ID   int32
		Text string
	}
	fmt.Println(acl.CheckElement[Token]())
	err := acl.CheckElement[Word]()
	fmt.Println(err)
	fmt.Println(errors.Is(err, acl.ErrInvalid))
	// Output:
	// <nil>
	// acl: element type acl_test.Word: field Text is a string: use an array of bytes: invalid argument
	// true
}
