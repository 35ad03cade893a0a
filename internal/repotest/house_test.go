// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// house lists the packages from top to bottom. A package imports lower storeys only,
// so those of one storey know nothing of each other. A new package takes its place
// here; a pattern stands for all packages of one folder.
var house = [][]string{
	{"cmd/*", "examples/*"},
	{"acltest/conformance", "internal/testkit"},
	{"acltest", "internal/replay"},
	{"sim"},
	{"mempool"},
	{"internal/pool/native", "internal/pool/caching"},
	{"internal/pool/engine"},
	{"kernel"},
	{"stream"},
	{"event"},
	{"internal/aclerr"},
	{"acl"},
	{"internal/pool/probe"},
	{"internal/opaque"},
	{"internal/memevent"},
	{"internal/core"},
	{"internal/lifetime"},
	{"internal/cshim", "internal/fakeacl"},
	{"internal/fakeacl/poolmodel/documented", "internal/fakeacl/poolmodel/releases"},
	{"internal/cshim/*", "internal/fakeacl/*", "internal/gokernel", "internal/trace", "internal/faultdriver", "internal/testreport", "internal/element"},
	{"internal/driver", "internal/errclass", "internal/pool/ability", "internal/bestfit", "internal/order", "internal/hostmem", "internal/benchratio", "internal/gentable"},
}

// beside the house stand the checks, which nothing imports and which import none of it.
const beside = "internal/repotest"

// storey returns how high a package stands, 0 for the top, and whether it has a place.
func storey(pkg string) (int, bool) {
	i := slices.IndexFunc(house, func(s []string) bool {
		return slices.ContainsFunc(s, func(pattern string) bool {
			ok, _ := path.Match(pattern, pkg) // the patterns are right: one per folder
			return ok
		})
	})
	return i, i >= 0
}

func isBeside(pkg string) bool { return pkg == beside || strings.HasPrefix(pkg, beside+"/") }

func TestImportsPointDownwards(t *testing.T) { onRepository(t, checkImportsPointDownwards) }

func checkImportsPointDownwards(t reporter, r *tree.Tree) {
	for _, g := range r.Go {
		if g.Test() || g.Ignored() {
			continue // tests may use what stands above: Go forbids the cycles that would matter
		}
		for _, imp := range g.Imports() {
			to, ours := tree.InModule(imp)
			if !ours || isBeside(g.Dir()) && isBeside(to) {
				continue
			}
			from, ok := storey(g.Dir())
			if !ok {
				continue // TestEveryPackageHasAPlace says so
			}
			if below, ok := storey(to); !ok || below <= from {
				t.Errorf("%s imports %s, which is not below %s in the house", g.Path, to, g.Dir())
			}
		}
	}
}

func TestEveryPackageHasAPlace(t *testing.T) { onRepository(t, checkEveryPackageHasAPlace) }

func checkEveryPackageHasAPlace(t reporter, r *tree.Tree) {
	for _, pkg := range r.Packages() {
		if _, ok := storey(pkg); !ok && !isBeside(pkg) {
			t.Errorf("%s has no place in the house: give it one in house_test.go", pkg)
		}
	}
}
