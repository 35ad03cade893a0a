// SPDX-License-Identifier: Apache-2.0

package main

import (
	"go/ast"
	"slices"

	"github.com/kisielk/errcheck/errcheck"
	"golang.org/x/tools/go/analysis"
)

// uncheckedErrors reports calls whose error is dropped. Deferred calls are exempt: nothing can
// be done about a Close that fails after everything was read. So are the functions in
// unchecked.txt, which step lint passes to it.
func uncheckedErrors() *analysis.Analyzer {
	a := *errcheck.Analyzer
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		deferred := deferredCalls(pass.Files)
		filtered := *pass
		filtered.Report = func(d analysis.Diagnostic) {
			within := func(s *ast.DeferStmt) bool { return s.Pos() <= d.Pos && d.Pos < s.End() }
			if slices.ContainsFunc(deferred, within) {
				return
			}
			pass.Report(d)
		}
		return run(&filtered)
	}
	return &a
}

// deferredCalls returns the deferred calls, except those of function literals, whose bodies
// are checked like other code.
func deferredCalls(files []*ast.File) []*ast.DeferStmt {
	var deferred []*ast.DeferStmt
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if d, ok := n.(*ast.DeferStmt); ok {
				if _, literal := d.Call.Fun.(*ast.FuncLit); !literal {
					deferred = append(deferred, d)
				}
			}
			return true
		})
	}
	return deferred
}
