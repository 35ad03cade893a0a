// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// locksForCallers is the file that locks a goroutine to its thread while a function of the
// program runs with a context current.
const locksForCallers = "internal/cshim/foreign.go"

// Every call binds its context on whatever thread it runs, so no other code outside tests
// needs to lock a goroutine to a thread. The check finds calls of the function, other uses of
// its name, and go:linkname.
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
