// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/apilist"
	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// The lists in api/ agree with the exported API, so that every change of the API is visible
// in a diff.
func TestListsOfTheAPI(t *testing.T) { onRepository(t, checkListsOfTheAPI) }

func checkListsOfTheAPI(t reporter, r *tree.Tree) {
	lists := apilist.All(r)
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		listed, ok := r.File(name)
		if !ok {
			t.Errorf("%s is missing; run `go generate ./internal/repotest`", name)
			continue
		}
		if diff := apilist.Diff(listed.Text, lists[name]); len(diff) > 0 {
			t.Errorf("%s differs from what the code exports; if the change is intended, run `go generate ./internal/repotest`:\n%s",
				name, strings.Join(diff, "\n"))
		}
	}
	for _, f := range r.Files {
		if _, ok := lists[f.Path]; !ok && path.Dir(f.Path) == apilist.Dir {
			t.Errorf("%s lists a package that does not exist; run `go generate ./internal/repotest`", f.Path)
		}
	}
}
