// SPDX-License-Identifier: Apache-2.0

package gokernel_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/gokernel"
)

// host takes every kernel but one.
type host struct{ kernels map[string]gokernel.Kernel }

var (
	errTaken = errors.New("taken")
	refused  = "refused" // by the host
)

func (h *host) RegisterKernel(name string, k gokernel.Kernel) error {
	if name == refused {
		return errTaken
	}
	h.kernels[name] = k
	return nil
}

// Kernels reach the host whichever comes first, and one that it refuses stops no other.
func TestRegisterAndAttach(t *testing.T) {
	none := func(*gokernel.Call) error { return nil }
	for _, name := range []string{"before", "refused", "also-before"} {
		require.NoError(t, gokernel.Register(name, none), "nobody is there to refuse it")
	}
	h := &host{kernels: map[string]gokernel.Kernel{}}
	require.ErrorIs(t, gokernel.Attach(h), errTaken)
	require.NoError(t, gokernel.Register("after", none))
	require.Error(t, gokernel.Register("refused", none), "the name is taken")
	delete(h.kernels, "after")
	refused = "later"
	require.ErrorIs(t, gokernel.Register("later", none), errTaken)
	assert.Nil(t, gokernel.Get("later"), "no device knows what the host refuses")
	refused = ""
	require.NoError(t, gokernel.Register("later", none))
	assert.Equal(t, []string{"after", "also-before", "before", "later", "refused"}, gokernel.Names())
	assert.Len(t, h.kernels, 3)
	for _, name := range []string{"before", "also-before", "later"} {
		assert.Contains(t, h.kernels, name)
	}
}

func TestTextOfAPanic(t *testing.T) {
	tests := map[string]struct {
		kernel gokernel.Kernel
		text   string
	}{
		"of the kernel":    {func(*gokernel.Call) error { panic("too far") }, `^panic: too far at gokernel_test\.go:\d+$`},
		"of Go's runtime":  {func(c *gokernel.Call) error { return errors.New(string(c.Args[c.Block:])) }, `^panic: runtime error: .* at gokernel_test\.go:\d+$`},
		"of a nil pointer": {func(*gokernel.Call) error { var none *gokernel.Call; none.Block++; return nil }, `^panic: runtime error: .* at gokernel_test\.go:\d+$`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			text, stack := gokernel.CutStack(tt.kernel.Run(&gokernel.Call{Block: 1}).Error())
			assert.Regexp(t, tt.text, text)
			assert.Contains(t, stack, "gokernel_test.go")
		})
	}
}

func TestWithStack(t *testing.T) {
	require.NoError(t, gokernel.WithStack(nil, "stack"))
	assert.Equal(t, errTaken, gokernel.WithStack(errTaken, ""))
	err := gokernel.WithStack(errTaken, "main.f()\n\tmain.go:1")
	require.ErrorIs(t, err, errTaken)
	for format, want := range map[string]string{"%v": "taken", "%s": "taken", "%q": `"taken"`, "%+v": "taken\nmain.f()\n\tmain.go:1"} {
		assert.Equal(t, want, fmt.Sprintf(format, err), format)
	}
}
