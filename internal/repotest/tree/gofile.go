// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// GoFile is a parsed Go file, whatever its build constraint says.
type GoFile struct {
	File
	AST        *ast.File
	Constraint constraint.Expr // nil if there is none
}

func parse(fset *token.FileSet, f File) (GoFile, error) {
	g := GoFile{File: f}
	var err error
	if g.AST, err = parser.ParseFile(fset, f.Path, f.Text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return g, fmt.Errorf("tree: parse: %w", err)
	}
	for line := range strings.Lines(f.Text[:g.AST.Package-g.AST.FileStart]) {
		if !constraint.IsGoBuild(line) {
			continue
		}
		if g.Constraint, err = constraint.Parse(strings.TrimSpace(line)); err != nil {
			return g, fmt.Errorf("tree: %s: %w", f.Path, err)
		}
	}
	return g, nil
}

// Dir returns the directory of the file, which is its package's path in the module.
func (g GoFile) Dir() string { return path.Dir(g.Path) }

// Test reports whether the file is built for tests only.
func (g GoFile) Test() bool { return strings.HasSuffix(g.Path, "_test.go") }

// Ignored reports whether the file is run by `go run` only, and is in no build.
func (g GoFile) Ignored() bool { return slices.Contains(Tags(g.Constraint), "ignore") }

// Public reports whether programs can import what the file declares.
func (g GoFile) Public() bool {
	inner := slices.Contains(strings.Split(g.Path, "/"), "internal")
	return !inner && !g.Test() && !g.Ignored() && g.AST.Name.Name != "main"
}

// Tags returns the tags in a build constraint, which may be nil.
func Tags(expr constraint.Expr) []string {
	var tags []string
	var walk func(constraint.Expr)
	walk = func(e constraint.Expr) {
		switch e := e.(type) {
		case *constraint.TagExpr:
			tags = append(tags, e.Tag)
		case *constraint.NotExpr:
			walk(e.X)
		case *constraint.AndExpr:
			walk(e.X)
			walk(e.Y)
		case *constraint.OrExpr:
			walk(e.X)
			walk(e.Y)
		}
	}
	walk(expr)
	return tags
}

// Imports returns the paths that the file imports, in the order of the file.
func (g GoFile) Imports() []string {
	paths := make([]string, 0, len(g.AST.Imports))
	for _, s := range g.AST.Imports {
		p, _ := strconv.Unquote(s.Path.Value) // checked by the parser
		paths = append(paths, p)
	}
	return paths
}

// InModule returns the path of a package relative to the module, and whether it is in the
// module.
func InModule(importPath string) (string, bool) {
	if importPath == Module {
		return ".", true
	}
	return strings.CutPrefix(importPath, Module+"/")
}

// Standard reports whether the import path is of the standard library.
func Standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}
