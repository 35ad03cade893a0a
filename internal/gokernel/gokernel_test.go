// SPDX-License-Identifier: Apache-2.0

package gokernel_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/gokernel"
)

// host takes every kernel but one.
type host struct{ kernels map[string]gokernel.Kernel }

var errTaken = errors.New("taken")

func (h *host) RegisterKernel(name string, k gokernel.Kernel) error {
	if name == "refused" {
		return errTaken
	}
	h.kernels[name] = k
	return nil
}

// Kernels reach the host whichever comes first, and one that it refuses stops no other.
func TestRegisterAndAttach(t *testing.T) {
	none := func(*gokernel.Call) error { return nil }
	for _, name := range []string{"before", "refused", "also before"} {
		require.NoError(t, gokernel.Register(name, none), "nobody is there to refuse it")
	}
	h := &host{kernels: map[string]gokernel.Kernel{}}
	require.ErrorIs(t, gokernel.Attach(h), errTaken)
	require.NoError(t, gokernel.Register("after", none))
	require.ErrorIs(t, gokernel.Register("refused", none), errTaken)
	assert.Len(t, h.kernels, 3)
	for _, name := range []string{"before", "also before", "after"} {
		assert.Contains(t, h.kernels, name)
	}
}
