// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

var benchCommand = regexp.MustCompile(`^go test -run '\^\$' -bench ('[^']+'|\S+) -benchtime 1x ((?:\./\S+ ?)+)$`)

// Commands in blocks marked `sh bench` are not run by the tests, because they take long. Each
// package in such a command has a benchmark that the command's pattern matches.
func TestBenchCommandsFindBenchmarks(t *testing.T) { onRepository(t, checkBenchCommandsFindBenchmarks) }

func checkBenchCommandsFindBenchmarks(t reporter, r *tree.Tree) {
	names := benchmarks(r)
	for file, d := range documents(t, r) {
		for _, b := range d.Blocks {
			if b.Info != "sh bench" {
				continue
			}
			for line := range strings.Lines(b.Text) {
				m := benchCommand.FindStringSubmatch(strings.TrimSpace(line))
				if !assert.NotNil(t, m, "%s: %q: want go test -run '^$' -bench PATTERN -benchtime 1x ./PACKAGES", file, line) {
					continue
				}
				pattern, err := regexp.Compile(strings.Trim(m[1], "'"))
				require.NoError(t, err, file)
				for _, pkg := range strings.Fields(m[2]) {
					found := slices.ContainsFunc(names[path.Clean(pkg)], pattern.MatchString)
					assert.True(t, found, "%s: no benchmark of %s matches %s", file, pkg, pattern)
				}
			}
		}
	}
}

// benchmarks returns the names of the benchmarks of each folder.
func benchmarks(r *tree.Tree) map[string][]string {
	names := map[string][]string{}
	for _, g := range r.Go {
		for _, decl := range g.AST.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && g.Test() && strings.HasPrefix(f.Name.Name, "Benchmark") {
				names[g.Dir()] = append(names[g.Dir()], f.Name.Name)
			}
		}
	}
	return names
}
