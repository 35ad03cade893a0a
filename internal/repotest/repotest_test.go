// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

var read = sync.OnceValues(func() (*tree.Tree, error) {
	root, err := tree.Root()
	if err != nil {
		return nil, err
	}
	return tree.Read(root)
})

// repo returns the repository. All tests share it and must not change it.
func repo(t *testing.T) *tree.Tree {
	t.Helper()
	r, err := read()
	require.NoError(t, err)
	return r
}

// reporter is the part of *testing.T that checks use.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
	FailNow()
}

// check is a check of a whole tree: of the repository, or of one with a planted fault.
type check func(t reporter, r *tree.Tree)

func onRepository(t *testing.T, c check) {
	t.Helper()
	c(t, repo(t))
}

func fatalf(t reporter, format string, args ...any) {
	t.Helper()
	t.Errorf(format, args...)
	t.FailNow()
}
