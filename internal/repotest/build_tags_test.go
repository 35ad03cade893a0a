// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

const buildTags = "build_tags.md"

// platformTags are the tags that the go command sets itself.
var platformTags = []string{
	"linux", "darwin", "windows", "unix", "amd64", "arm64", "cgo", "race", "ignore",
}

// documented returns the names in the first column of the tables below the heading.
func documented(t reporter, r *tree.Tree, heading string) []string {
	t.Helper()
	page, ok := r.File(buildTags)
	if !ok {
		fatalf(t, "%s is missing", buildTags)
	}
	_, section, ok := strings.Cut(page.Text, "\n## "+heading+"\n")
	if !ok {
		fatalf(t, "%s has no heading %q", buildTags, heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var names []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)`").FindAllStringSubmatch(section, -1) {
		names = append(names, m[1])
	}
	return names
}

func TestBuildTagsAreDocumented(t *testing.T) { onRepository(t, checkBuildTagsAreDocumented) }

func checkBuildTagsAreDocumented(t reporter, r *tree.Tree) {
	used := map[string]string{} // tag to a file that uses it
	note := func(expr constraint.Expr, file string) {
		for _, tag := range tree.Tags(expr) {
			if !slices.Contains(platformTags, tag) {
				used[tag] = file
			}
		}
	}
	for _, g := range r.Go {
		note(g.Constraint, g.Path)
	}
	for _, f := range r.Files {
		if ext := path.Ext(f.Path); ext != ".c" && ext != ".h" {
			continue
		}
		first, _, _ := strings.Cut(f.Text, "\n")
		if expr, err := constraint.Parse(first); err == nil {
			note(expr, f.Path)
		}
	}
	compare(t, used, documented(t, r, "Tags"), "build tag")
}

var (
	variable = regexp.MustCompile(`ACLPOOL_[A-Z][A-Z0-9_]*`)
	getenv   = regexp.MustCompile(`getenv\("(ACLPOOL_\w+)"\)`)
)

// Environment variables are found in Go strings, calls of C's getenv and scripts, not in
// comments and C macros. A variable that only tests name needs no documentation: a test
// passes it to its child process.
func TestVariablesAreDocumented(t *testing.T) { onRepository(t, checkVariablesAreDocumented) }

func checkVariablesAreDocumented(t reporter, r *tree.Tree) {
	used := map[string]string{}
	note := func(name, file string) {
		if !strings.HasSuffix(file, "_test.go") {
			used[name] = file
		}
	}
	for _, g := range r.Go {
		ast.Inspect(g.AST, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				for _, name := range variable.FindAllString(lit.Value, -1) {
					note(name, g.Path)
				}
			}
			return true
		})
	}
	for _, f := range r.Files {
		if isScript(f) {
			for _, name := range variable.FindAllString(f.Text, -1) {
				note(name, f.Path)
			}
		}
		if ext := path.Ext(f.Path); ext == ".c" || ext == ".h" {
			for _, m := range getenv.FindAllStringSubmatch(f.Text, -1) {
				note(m[1], f.Path)
			}
		}
	}
	compare(t, used, documented(t, r, "Variables"), "variable")
}

func isScript(f tree.File) bool {
	return strings.HasPrefix(f.Text, "#!") || strings.HasSuffix(f.Path, ".sh")
}

func compare(t reporter, used map[string]string, documented []string, what string) {
	t.Helper()
	for name, file := range used {
		if !slices.Contains(documented, name) {
			t.Errorf("%s uses the %s %s, which %s does not explain", file, what, name, buildTags)
		}
	}
	for _, name := range documented {
		if _, ok := used[name]; !ok {
			t.Errorf("%s explains the %s %s, which no file uses", buildTags, what, name)
		}
	}
}
