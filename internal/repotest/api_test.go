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

// Every change of the exported API shows as a change of a list in api/, where a reader
// of the change sees it.
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
			t.Errorf("%s is not what the code exports; if the change is meant, run `go generate ./internal/repotest`:\n%s",
				name, strings.Join(diff, "\n"))
		}
	}
	for _, f := range r.Files {
		if _, ok := lists[f.Path]; !ok && path.Dir(f.Path) == apilist.Dir {
			t.Errorf("%s lists a package that is gone; run `go generate ./internal/repotest`", f.Path)
		}
	}
}
