// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// Machines that are open at the same time differ in texts.
func TestMachinesAreNumbered(t *testing.T) {
	open := func() *fakeacl.Machine {
		m, err := fakeacl.New(fakeacl.Config{Product: "chip", Memory: 64 * mib})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, m.Close()) })
		return m
	}
	const plain = "simulated chip, 1 device of 64 MiB"
	first := open()
	second, third := open(), open()
	assert.Equal(t, plain, first.Describe())
	assert.Equal(t, plain+", machine 2", second.Describe())
	assert.Equal(t, plain+", machine 3", third.Describe())
	require.NoError(t, second.Close())
	assert.Equal(t, plain+", machine 2", open().Describe(), "the number is free again")
}
