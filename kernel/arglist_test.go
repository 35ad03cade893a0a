// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/kernel"
)

func TestArgsLieAtMultiplesOfEight(t *testing.T) {
	tests := map[string]struct {
		args []kernel.Arg
		want []byte
	}{
		"none":     {nil, nil},
		"ptr":      {[]kernel.Arg{kernel.Ptr(0x1122334455667788)}, []byte{0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11}},
		"int8":     {[]kernel.Arg{kernel.Int8(-1)}, []byte{0xff, 0, 0, 0, 0, 0, 0, 0}},
		"uint8":    {[]kernel.Arg{kernel.Uint8(1)}, []byte{1, 0, 0, 0, 0, 0, 0, 0}},
		"int16":    {[]kernel.Arg{kernel.Int16(-2)}, []byte{0xfe, 0xff, 0, 0, 0, 0, 0, 0}},
		"uint16":   {[]kernel.Arg{kernel.Uint16(0x102)}, []byte{2, 1, 0, 0, 0, 0, 0, 0}},
		"int32":    {[]kernel.Arg{kernel.Int32(-2)}, []byte{0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0}},
		"uint32":   {[]kernel.Arg{kernel.Uint32(0x01020304)}, []byte{4, 3, 2, 1, 0, 0, 0, 0}},
		"int64":    {[]kernel.Arg{kernel.Int64(-2)}, []byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
		"uint64":   {[]kernel.Arg{kernel.Uint64(1)}, []byte{1, 0, 0, 0, 0, 0, 0, 0}},
		"float32":  {[]kernel.Arg{kernel.Float32(1)}, []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0}},
		"float64":  {[]kernel.Arg{kernel.Float64(1)}, []byte{0, 0, 0, 0, 0, 0, 0xf0, 0x3f}},
		"float16":  {[]kernel.Arg{kernel.Float16(acl.ToFloat16(1))}, []byte{0, 0x3c, 0, 0, 0, 0, 0, 0}},
		"bfloat16": {[]kernel.Arg{kernel.BFloat16(acl.ToBFloat16(1))}, []byte{0x80, 0x3f, 0, 0, 0, 0, 0, 0}},
		"two":      {[]kernel.Arg{kernel.Uint8(1), kernel.Uint8(2)}, []byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}},
		"negative": {[]kernel.Arg{kernel.Int8(math.MinInt8)}, []byte{0x80, 0, 0, 0, 0, 0, 0, 0}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			l := kernel.Args(tt.args...)
			assert.Equal(t, len(tt.want), l.Size())
			assert.Equal(t, tt.want, l.Bytes())
			to := make([]byte, 100)
			assert.Equal(t, len(tt.want), l.CopyTo(to))
			assert.Equal(t, tt.want, append([]byte(nil), to[:l.Size()]...))
		})
	}
}

func TestCopyToTakesWhatFits(t *testing.T) {
	to := make([]byte, 3)
	assert.Equal(t, 3, kernel.Args(kernel.Uint32(0x01020304)).CopyTo(to))
	assert.Equal(t, []byte{4, 3, 2}, to)
}

func TestStructLayout(t *testing.T) {
	type inner struct {
		A uint8
		B uint32
	}
	tests := map[string]struct {
		make func() (kernel.ArgList, error)
		want []byte
	}{
		"fields at multiples of eight": {
			func() (kernel.ArgList, error) {
				return kernel.Struct(&struct {
					A uint8
					B uint8
					C uint16
				}{1, 2, 3})
			},
			[]byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0},
		},
		"unexported fields too": {
			func() (kernel.ArgList, error) {
				return kernel.Struct(&struct{ a, B uint32 }{1, 2})
			},
			[]byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0},
		},
		"what is inside a field keeps its layout": {
			func() (kernel.ArgList, error) {
				return kernel.Struct(&struct {
					A inner
					B [3]uint16
					C [9]uint8
					D bool
				}{inner{1, 2}, [3]uint16{3, 4, 5}, [9]uint8{8: 6}, true})
			},
			[]byte{
				1, 0, 0, 0, 2, 0, 0, 0,
				3, 0, 4, 0, 5, 0, 0, 0,
				0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
				1, 0, 0, 0, 0, 0, 0, 0,
			},
		},
		"nothing": {func() (kernel.ArgList, error) { return kernel.Struct(&struct{}{}) }, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			l, err := tt.make()
			require.NoError(t, err)
			assert.Equal(t, tt.want, l.Bytes())
		})
	}
}

// A struct of scalars is laid out as its values are one by one.
func TestStructAgreesWithArgs(t *testing.T) {
	type args struct {
		P acl.DevicePtr
		A int8
		B uint16
		C int32
		D float32
		E float64
		F uint8
		G int64
	}
	rapid.Check(t, func(t *rapid.T) {
		a := args{
			acl.DevicePtr(rapid.Uint64().Draw(t, "p")), rapid.Int8().Draw(t, "a"), rapid.Uint16().Draw(t, "b"), rapid.Int32().Draw(t, "c"),
			rapid.Float32().Draw(t, "d"), rapid.Float64().Draw(t, "e"), rapid.Uint8().Draw(t, "f"), rapid.Int64().Draw(t, "g"),
		}
		fields, err := kernel.Struct(&a)
		require.NoError(t, err)
		single := kernel.Args(kernel.Ptr(a.P), kernel.Int8(a.A), kernel.Uint16(a.B), kernel.Int32(a.C),
			kernel.Float32(a.D), kernel.Float64(a.E), kernel.Uint8(a.F), kernel.Int64(a.G))
		require.Equal(t, single.Bytes(), fields.Bytes())
	})
}

func TestStructRefuses(t *testing.T) {
	type deep struct {
		Shape [2]struct{ Name string }
	}
	tests := map[string]struct {
		make func() (kernel.ArgList, error)
		text string
	}{
		"a pointer":       {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ X *float32 }{}) }, "field X is a pointer: use the value itself, or acl.DevicePtr"},
		"a string":        {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ S string }{}) }, "field S is a string"},
		"a slice":         {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ s []byte }{}) }, "field s is a slice"},
		"a map":           {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ M map[int8]int8 }{}) }, "field M is a map"},
		"a function":      {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ F func() }{}) }, "field F is a func"},
		"an interface":    {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ E error }{}) }, "field E is an interface"},
		"a channel":       {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ C chan int8 }{}) }, "field C is a channel"},
		"a hidden string": {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ D deep }{}) }, "field D.Shape[].Name is a string"},
		"an int":          {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ N int }{}) }, "field N is an int, whose size depends on the platform: use int32 or int64"},
		"a uint":          {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ N uint }{}) }, "field N is a uint, whose size depends on the platform"},
		"a uintptr":       {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ N uintptr }{}) }, "field N is a uintptr"},
		"no struct":       {func() (kernel.ArgList, error) { return kernel.Struct[struct{ N int8 }](nil) }, "no struct"},
		"another kind":    {func() (kernel.ArgList, error) { return kernel.Struct(new(int32)) }, "kernel: arguments from int32: want a struct"},
		"too much":        {func() (kernel.ArgList, error) { return kernel.Struct(&struct{ B [513]byte }{}) }, "520 bytes of arguments"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			l, err := tt.make()
			require.ErrorIs(t, err, acl.ErrInvalid)
			assert.ErrorContains(t, err, "kernel: arguments from ")
			assert.ErrorContains(t, err, tt.text)
			assert.Zero(t, l.Size())
		})
	}
}

// Every argument is found where ACL puts it, little-endian and with zeros behind it.
func FuzzArgs(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Add([]byte{0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		var args []kernel.Arg
		var want []byte
		for len(data) >= 9 && len(args) < kernel.MaxArgs/8 {
			v := binary.LittleEndian.Uint64(data[1:])
			a, size := kernel.Uint64(v), 8
			switch data[0] % 4 {
			case 1:
				a, size = kernel.Int32(int32(v)), 4
			case 2:
				a, size = kernel.Int16(int16(v)), 2
			case 3:
				a, size = kernel.Int8(int8(v)), 1
			}
			args = append(args, a)
			want = append(want, data[1:1+size]...)
			want = append(want, make([]byte, 8-size)...)
			data = data[9:]
		}
		assert.Equal(t, want, kernel.Args(args...).Bytes())
	})
}

func TestTheLargestListIsFull(t *testing.T) {
	var args []kernel.Arg
	for i := range kernel.MaxArgs / 8 {
		args = append(args, kernel.Uint64(uint64(i)))
	}
	l := kernel.Args(args...)
	assert.Equal(t, kernel.MaxArgs, l.Size())
	assert.Equal(t, uint64(len(args)-1), binary.LittleEndian.Uint64(l.Bytes()[kernel.MaxArgs-8:]))
	full, err := kernel.Struct(&struct{ B [kernel.MaxArgs]byte }{})
	require.NoError(t, err)
	assert.Equal(t, kernel.MaxArgs, full.Size())
}
