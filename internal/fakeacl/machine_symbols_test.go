// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The table has exactly the functions that the driver interface calls.
func TestSymbolsAreThoseOfTheInterface(t *testing.T) {
	source, err := os.ReadFile("../driver/api.go")
	require.NoError(t, err)
	virtual, err := os.ReadFile("../driver/virtual.go")
	require.NoError(t, err)
	source = append(source, virtual...)
	called := map[string]bool{"aclrtMemcpy": true, "aclrtMemcpyAsync": true, "aclrtMemset": true, "aclrtMemsetAsync": true}
	for _, name := range regexp.MustCompile(`\bacl(rt|sys)?[A-Z]\w+`).FindAllString(string(source), -1) {
		called[name] = true
	}
	m, err := New(Config{Pools: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	for name := range called {
		assert.True(t, m.Has(name), name)
	}
	for name := range symbols {
		assert.True(t, called[name], name)
	}
	assert.False(t, m.Has("aclrtMemcpy2d"))
}

func TestProductsWithoutPoolsHaveTheirSymbols(t *testing.T) {
	m, err := New(Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	assert.True(t, m.Has("aclrtMemPoolCreate"))
}
