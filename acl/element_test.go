// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
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
)

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
		"int":                   {acl.CheckElement[int], "size of int depends on the platform"},
		"uintptr":               {acl.CheckElement[uintptr], "size of uintptr depends on the platform"},
		"pointer":               {acl.CheckElement[*int32], "a ptr holds a Go pointer"},
		"string":                {acl.CheckElement[string], "a string holds a Go pointer"},
		"slice":                 {acl.CheckElement[[]byte], "a slice holds a Go pointer"},
		"interface":             {acl.CheckElement[any], "a interface holds a Go pointer"},
		"struct with a pointer": {acl.CheckElement[linked], "field Next"},
		"struct in a struct":    {acl.CheckElement[named], "field Inner.Name"},
		"struct with an int":    {acl.CheckElement[counted], "field N: the size of int"},
		"struct with a func":    {acl.CheckElement[callback], "field F"},
		"array of structs":      {acl.CheckElement[[2]counted], "field N"},
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
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = acl.CheckElement[point]() }))
}

func TestSizeOf(t *testing.T) {
	assert.Equal(t, uint64(12), acl.SizeOf[point]())
	assert.Equal(t, uint64(2), acl.SizeOf[acl.BFloat16]())
}
