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

// repo answers the repository, which all tests read and none changes.
func repo(t *testing.T) *tree.Tree {
	t.Helper()
	r, err := read()
	require.NoError(t, err)
	return r
}
