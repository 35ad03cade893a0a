// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// confined lists the imports that only some code may have, with the folders and files that
// may have them.
var confined = map[string][]string{
	"unsafe": {"internal/cshim", "internal/cshim/cshimtest", "internal/hostmem", "internal/driver/memory.go"},
	"C":      {"internal/cshim", "internal/cshim/cshimtest", "examples/foreign", "cmd/libascendcl", "cmd/libascendcl/testdata/spin"},
}

func TestConfinedImports(t *testing.T) { onRepository(t, checkConfinedImports) }

func checkConfinedImports(t reporter, r *tree.Tree) {
	for _, g := range r.Go {
		for _, imp := range g.Imports() {
			places, ok := confined[imp]
			within := func(place string) bool { return g.Path == place || strings.HasPrefix(g.Path, place+"/") }
			if ok && !slices.ContainsFunc(places, within) {
				t.Errorf("%s imports %q, which only %s may", g.Path, imp, strings.Join(places, ", "))
			}
		}
	}
}

// A program that imports the module gets no test flags and no test helpers with it.
func TestTestingStaysInTests(t *testing.T) { onRepository(t, checkTestingStaysInTests) }

func checkTestingStaysInTests(t reporter, r *tree.Tree) {
	for _, g := range r.Go {
		if g.Test() || g.Dir() == "internal/testkit" || g.Dir() == "acltest" || strings.HasPrefix(g.Dir(), "acltest/") {
			continue
		}
		for _, imp := range g.Imports() {
			if imp == "testing" || strings.HasPrefix(imp, "testing/") {
				t.Errorf("%s imports %q outside tests and acltest", g.Path, imp)
			}
		}
	}
}

// thirdParty lists the modules that code may import, with the packages that may import them
// outside tests.
var thirdParty = map[string][]string{
	"go.uber.org/zap":             {"acl", "internal/core", "internal/cshim", "internal/pool/native", "internal/pool/probe", "mempool", "sim"},
	"golang.org/x/sys":            {"internal/cshim", "internal/hostmem"},
	"github.com/stretchr/testify": {"internal/testkit"}, // only tests import testkit
	"go.uber.org/goleak":          {},
	"pgregory.net/rapid":          {},
}

func TestThirdPartyImports(t *testing.T) { onRepository(t, checkThirdPartyImports) }

func checkThirdPartyImports(t reporter, r *tree.Tree) {
	for _, g := range r.Go {
		for _, imp := range g.Imports() {
			if _, ours := tree.InModule(imp); ours || tree.Standard(imp) {
				continue
			}
			allowed := false
			for module, packages := range thirdParty {
				within := imp == module || strings.HasPrefix(imp, module+"/")
				allowed = allowed || within && (g.Test() || slices.Contains(packages, g.Dir()))
			}
			if !allowed {
				t.Errorf("%s imports %q, which is not on the list of %s", g.Path, imp, g.Dir())
			}
		}
	}
}

// Imports are in one block of three groups: the standard library, other modules, this module.
// gofmt sorts the imports in a group.
func TestImportOrder(t *testing.T) { onRepository(t, checkImportOrder) }

func checkImportOrder(t reporter, r *tree.Tree) {
	group := func(imp string) int {
		_, ours := tree.InModule(imp)
		switch {
		case ours:
			return 2
		case tree.Standard(imp):
			return 0
		}
		return 1
	}
	for _, g := range r.Go {
		last, lastLine := -1, 0
		for i, imp := range g.Imports() {
			if imp == "C" {
				continue // a declaration of its own, below the C preamble
			}
			spec := g.AST.Imports[i]
			start := spec.Pos()
			if spec.Doc != nil {
				start = spec.Doc.Pos()
			}
			line := r.Fset.Position(start).Line
			this := group(imp)
			if this < last {
				t.Errorf("%s: %q is below a later group", g.Path, imp)
			} else if last >= 0 && (this != last) != (line > lastLine+1) {
				t.Errorf("%s: a blank line before %q: want blank lines between groups only", g.Path, imp)
			}
			last, lastLine = this, r.Fset.Position(spec.End()).Line
		}
	}
}
