// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// locksForCallers is where a goroutine is kept on its thread while code of the program's own
// runs with a context current.
const locksForCallers = "internal/cshim/foreign.go"

// Every call binds its context by itself, on whatever thread it is: no other code outside
// tests keeps a goroutine on one, whether it calls the function, names it, or links to it.
func TestNoGoroutineIsLockedToAThread(t *testing.T) {
	onRepository(t, checkNoGoroutineIsLockedToAThread)
}

func checkNoGoroutineIsLockedToAThread(t reporter, r *tree.Tree) {
	const function = "LockOSThread"
	for _, g := range r.Go {
		if g.Test() || g.Path == locksForCallers {
			continue
		}
		report := func(pos token.Pos) {
			t.Errorf("%s:%d: %s is for tests", g.Path, r.Fset.Position(pos).Line, function)
		}
		ast.Inspect(g.AST, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == function {
				report(id.Pos())
			}
			return true
		})
		for _, group := range g.AST.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname") && strings.Contains(strings.ToLower(c.Text), strings.ToLower(function)) {
					report(c.Pos())
				}
			}
		}
	}
}
