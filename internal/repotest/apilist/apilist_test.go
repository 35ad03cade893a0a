// SPDX-License-Identifier: Apache-2.0

package apilist_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/repotest/apilist"
	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

const pool = `package pool

import "` + tree.Module + `/internal/low"

const (
	A Kind = iota + 1
	B
	hidden
)

const Max uint64 = 1 << 20

var ErrFull = newErr()

type Kind int

type Code = low.Code

type Config struct {
	// Name is said.
	Name string ` + "`json:\"name\"`" + `
	X, Y uint64
	low  int
	Kind
	*inner
}

type Device interface {
	Open(id int) error
	secret()
}

type Buffer[T any, U comparable] struct{ view[T] }

type view[T any] struct{}

func (v view[T]) At() uint64 { return 0 }

func New[T any](n int, opts ...func(*Config)) (*Buffer[T, int], error) { return nil, nil }

func (b *Buffer[T, U]) Len() int { return 0 }

func (k Kind) String() string { return "" }

type inner struct{}

func (h inner) Inner() {}
`

func TestAll(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":               "module " + tree.Module + "\n",
		"sub/pool/pool.go":     pool,
		"sub/pool/x_test.go":   "package pool\n\nfunc InATest() {}\n",
		"internal/low/code.go": "package low\n\ntype Code int32\n\nfunc (c Code) Is(target error) bool { return false }\n",
		"cmd/tool/main.go":     "package main\n\nfunc Exported() {}\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	r, err := tree.Read(root)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"api/sub_pool.txt": `package ` + tree.Module + `/sub/pool
const A Kind = iota + 1 (iota 0)
const B Kind = iota + 1 (iota 1)
const Max uint64 = 1 << 20
func New[T any](n int, opts ...func(*Config)) (*Buffer[T, int], error)
method (*Buffer[T, U]) Len() int
method (Buffer[T]) At() uint64
method (Code) Is(target error) bool
method (Config) Inner()
method (Kind) String() string
type Buffer[T any, U comparable] struct
type Code = low.Code
type Config struct
type Config struct, Kind
type Config struct, Name string
type Config struct, X uint64
type Config struct, Y uint64
type Device interface
type Device interface, Open(id int) error
type Kind int
var ErrFull
`}, apilist.All(r))
}

func TestDiff(t *testing.T) {
	assert.Empty(t, apilist.Diff("a\nb\n", "a\nb\n"))
	assert.Equal(t, []string{"- b", "+ c"}, apilist.Diff("a\nb\n", "a\nc\n"))
}
