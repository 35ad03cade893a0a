// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// layers lists the packages from top to bottom. A package imports packages of lower layers
// only, not those of its own layer. A new package must be added here. A pattern matches all
// packages of a folder.
var layers = [][]string{
	{".", "cmd/*", "examples/*"},
	{"acltest/conformance", "internal/testkit"},
	{"acltest", "internal/replay"},
	{"sim"},
	{"mempool"},
	{"internal/pool/exhaustion"},
	{"internal/pool/native", "internal/pool/caching", "internal/pool/blocks"},
	{"internal/pool/engine"},
	{"kernel"},
	{"stream"},
	{"event"},
	{"internal/aclerr", "acl/codes"},
	{"acl"},
	{"internal/pool/probe"},
	{"internal/opaque"},
	{"internal/memevent"},
	{"internal/core"},
	{"internal/lifetime"},
	{"internal/cshim", "internal/fakeacl"},
	{"internal/fakeacl/poolmodel/documented", "internal/fakeacl/poolmodel/releases"},
	{"internal/cshim/*", "internal/fakeacl/*", "internal/gokernel", "internal/trace", "internal/faultdriver", "internal/testreport", "internal/element"},
	{"internal/hazard"},
	{"hazard"},
	{"internal/driver", "internal/errclass", "internal/caller", "internal/pool/ability", "internal/pool/bytesize", "internal/bestfit", "internal/order", "internal/hostmem", "internal/benchratio", "internal/gentable", "internal/visible"},
}

// checksDir is the folder of the checks, which belong to no layer: they import no package of
// a layer, and none imports them.
const checksDir = "internal/repotest"

// layer returns the index of a package's layer, 0 for the top, and whether it has one.
func layer(pkg string) (int, bool) {
	i := slices.IndexFunc(layers, func(s []string) bool {
		return slices.ContainsFunc(s, func(pattern string) bool {
			ok, _ := path.Match(pattern, pkg) // the patterns are valid: no error
			return ok
		})
	})
	return i, i >= 0
}

func isCheck(pkg string) bool { return pkg == checksDir || strings.HasPrefix(pkg, checksDir+"/") }

func TestImportsPointDownwards(t *testing.T) { onRepository(t, checkImportsPointDownwards) }

func checkImportsPointDownwards(t reporter, r *tree.Tree) {
	for _, g := range r.Go {
		if g.Test() || g.Ignored() {
			continue // tests may import upwards: the compiler refuses cycles
		}
		for _, imp := range g.Imports() {
			to, ours := tree.InModule(imp)
			if !ours || isCheck(g.Dir()) && isCheck(to) {
				continue
			}
			from, ok := layer(g.Dir())
			if !ok {
				continue // TestEveryPackageHasALayer reports it
			}
			if below, ok := layer(to); !ok || below <= from {
				t.Errorf("%s imports %s, which is not in a layer below that of %s", g.Path, to, g.Dir())
			}
		}
	}
}

func TestEveryPackageHasALayer(t *testing.T) { onRepository(t, checkEveryPackageHasALayer) }

func checkEveryPackageHasALayer(t reporter, r *tree.Tree) {
	for _, pkg := range r.Packages() {
		if _, ok := layer(pkg); !ok && !isCheck(pkg) {
			t.Errorf("%s is in no layer: add it to the list in layers_test.go", pkg)
		}
	}
}
