// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"maps"
	"path"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/repotest/headersum"
	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// A change of an included C file also changes a file in the including folder, so that the go
// command does not use a cached library.
func TestSumsOfForeignHeaders(t *testing.T) { onRepository(t, checkSumsOfForeignHeaders) }

func checkSumsOfForeignHeaders(t reporter, r *tree.Tree) {
	const remedy = "run `go generate ./internal/repotest`"
	sums := headersum.All(r)
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if f, ok := r.File(name); !ok || f.Text != sums[name] {
			t.Errorf("%s does not have the sums of the C files included from other folders; %s", name, remedy)
		}
	}
	for _, f := range r.Files {
		if _, ok := sums[f.Path]; !ok && path.Base(f.Path) == headersum.Name {
			t.Errorf("%s is not needed: its folder includes no C file of another folder; remove it", f.Path)
		}
	}
}

// The search finds the known folders, so the check above does not pass by finding none.
func TestFoldersWithForeignHeaders(t *testing.T) {
	assert.Equal(t, []string{
		"cmd/libascendcl/" + headersum.Name,
		"cmd/libascendcl/testdata/spin/" + headersum.Name,
		"internal/cshim/cshimtest/" + headersum.Name,
	}, slices.Sorted(maps.Keys(headersum.All(repo(t)))))
}
