// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// forEachDeclaration calls f with every exported name that programs can use, and with its
// comments.
func forEachDeclaration(repo *tree.Tree, g tree.GoFile, f func(name string, at token.Pos, comments ...*ast.CommentGroup)) {
	for _, d := range g.AST.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
				f(d.Name.Name, d.Pos(), d.Doc)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						if n.IsExported() {
							f(n.Name, n.Pos(), d.Doc, s.Doc, s.Comment)
						}
					}
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						f(s.Name.Name, s.Pos(), d.Doc, s.Doc)
						forEachMember(s, func(name string, at token.Pos, comments ...*ast.CommentGroup) {
							if repo.Fset.Position(at).Line == repo.Fset.Position(s.Pos()).Line {
								comments = append(comments, d.Doc, s.Doc) // the only name in its declaration
							}
							f(name, at, comments...)
						})
					}
				}
			}
		}
	}
}

func forEachMember(s *ast.TypeSpec, f func(name string, at token.Pos, comments ...*ast.CommentGroup)) {
	var members *ast.FieldList
	switch t := s.Type.(type) {
	case *ast.StructType:
		members = t.Fields
	case *ast.InterfaceType:
		members = t.Methods
	default:
		return
	}
	for _, m := range members.List {
		for _, n := range m.Names {
			if n.IsExported() {
				f(s.Name.Name+"."+n.Name, n.Pos(), m.Doc, m.Comment)
			}
		}
	}
}

// receiver returns the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

func TestExportedNamesHaveComments(t *testing.T) { onRepository(t, checkExportedNamesHaveComments) }

func checkExportedNamesHaveComments(t reporter, r *tree.Tree) {
	obvious := []string{"Unwrap"} // needs no comment: the same for every error
	for _, g := range r.Go {
		if !g.Public() {
			continue
		}
		forEachDeclaration(r, g, func(name string, at token.Pos, comments ...*ast.CommentGroup) {
			said := slices.ContainsFunc(comments, func(c *ast.CommentGroup) bool { return c.Text() != "" })
			if !said && !slices.Contains(obvious, name) {
				t.Errorf("%s: %s has no doc comment", r.Fset.Position(at), name)
			}
		})
	}
}

func TestPackagesHaveComments(t *testing.T) { onRepository(t, checkPackagesHaveComments) }

func checkPackagesHaveComments(t reporter, r *tree.Tree) {
	for _, pkg := range r.Packages() {
		said := 0
		for _, g := range r.Go {
			if g.Dir() == pkg && !g.Test() && !g.Ignored() && g.AST.Doc.Text() != "" {
				said++
			}
		}
		if said != 1 {
			t.Errorf("%s has %d package comments, want one", pkg, said)
		}
	}
}

var (
	cFunction  = regexp.MustCompile(`^"acl(rt|sys|mdl)?[A-Z]\w*"$`)
	sourceLine = regexp.MustCompile(`^Source: .*\bacl\w*\.h\b.*\.$`)
)

// wrapping lists the packages whose exported functions call C functions.
var wrapping = []string{"acl", "event", "stream", "kernel", "mempool"}

// A function that names a C function in a string, as errors do, has a Source line, which says
// where the C function is declared.
func TestWrappersNameTheirSource(t *testing.T) { onRepository(t, checkWrappersNameTheirSource) }

func checkWrappersNameTheirSource(t reporter, r *tree.Tree) {
	for _, g := range r.Go {
		if !g.Public() || !slices.Contains(wrapping, g.Dir()) {
			continue
		}
		for _, d := range g.AST.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || f.Body == nil || hasSource(f.Doc) {
				continue
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && cFunction.MatchString(lit.Value) {
					t.Errorf("%s: %s calls %s, but its comment has no Source line", r.Fset.Position(f.Pos()), f.Name.Name, lit.Value)
				}
				return true
			})
		}
	}
}

func hasSource(doc *ast.CommentGroup) bool { return strings.Contains("\n"+doc.Text(), "\nSource: ") }

// A Source line ends its comment and names a header: "Source: aclrtMalloc, acl_rt.h."
func TestSourceLines(t *testing.T) { onRepository(t, checkSourceLines) }

func checkSourceLines(t reporter, r *tree.Tree) {
	for _, g := range r.Go {
		if !g.Public() {
			continue
		}
		for _, c := range g.AST.Comments {
			if !hasSource(c) {
				continue
			}
			text := "\n" + strings.TrimSpace(c.Text())
			line := strings.Join(strings.Fields(text[strings.LastIndex(text, "\nSource: "):]), " ")
			if !sourceLine.MatchString(line) {
				t.Errorf("%s: want \"Source: NAME, HEADER.h.\" as the last line, have %q", r.Fset.Position(c.Pos()), line)
			}
		}
	}
}
