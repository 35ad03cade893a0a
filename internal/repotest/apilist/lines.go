// SPDX-License-Identifier: Apache-2.0

package apilist

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// lister collects the lines of one package. A declaration in several files with different
// build constraints gives one line.
type lister struct {
	tree  *tree.Tree
	file  tree.GoFile // being read
	lines []string
}

func list(t *tree.Tree, dir string) []string {
	l := &lister{tree: t}
	for _, g := range t.Go {
		if g.Dir() != dir || !g.Public() {
			continue
		}
		l.file = g
		for _, d := range g.AST.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				l.function(d, "")
			case *ast.GenDecl:
				l.declaration(d)
			}
		}
	}
	slices.Sort(l.lines)
	return slices.Compact(l.lines)
}

func (l *lister) add(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

// function adds a function, or a method of an exported type. as is the type on which programs
// call the method, or "" if it is the type that declares it.
func (l *lister) function(d *ast.FuncDecl, as string) {
	if !d.Name.IsExported() {
		return
	}
	signature := strings.TrimPrefix(source(d.Type), "func")
	if d.Recv == nil {
		l.add("func %s%s", d.Name.Name, signature)
		return
	}
	recv := source(d.Recv.List[0].Type)
	if name := receiver(d); as != "" {
		recv = strings.Replace(recv, name, as, 1)
	} else if !ast.IsExported(name) {
		return
	}
	l.add("method (%s) %s%s", recv, d.Name.Name, signature)
}

func (l *lister) declaration(d *ast.GenDecl) {
	var implied *ast.ValueSpec // of a constant that repeats the one above
	for i, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				l.typ(s)
			}
		case *ast.ValueSpec:
			shown := s
			if d.Tok == token.CONST {
				if s.Type != nil || s.Values != nil {
					implied = s
				}
				shown = implied
			}
			for j, name := range s.Names {
				if name.IsExported() {
					l.add("%s %s%s", d.Tok, name.Name, l.value(d.Tok, shown, i, j))
				}
			}
		}
	}
}

// value returns the type of the j-th name of the i-th spec and, for a constant, its value.
func (l *lister) value(tok token.Token, s *ast.ValueSpec, i, j int) string {
	text := ""
	if s.Type != nil {
		text = " " + source(s.Type)
	}
	if tok == token.CONST && j < len(s.Values) {
		text += " = " + source(s.Values[j])
		if strings.Contains(text, "iota") {
			text += fmt.Sprintf(" (iota %d)", i)
		}
	}
	return text
}

func (l *lister) typ(s *ast.TypeSpec) {
	name := s.Name.Name
	if s.TypeParams != nil {
		var params []string
		for _, f := range s.TypeParams.List {
			for _, n := range f.Names {
				params = append(params, n.Name+" "+source(f.Type))
			}
		}
		name += "[" + strings.Join(params, ", ") + "]"
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		l.add("type %s struct", name)
		l.members(s.Name.Name+" struct", t.Fields)
	case *ast.InterfaceType:
		l.add("type %s interface", name)
		l.members(s.Name.Name+" interface", t.Methods)
	default:
		equals := ""
		if s.Assign.IsValid() {
			equals = "= "
			l.aliased(s.Name.Name, s.Type)
		}
		l.add("type %s %s%s", name, equals, source(t))
	}
}

func (l *lister) members(of string, fields *ast.FieldList) {
	for _, f := range fields.List {
		typ := source(f.Type)
		if len(f.Names) == 0 {
			l.embedded(of, typ)
		}
		for _, n := range f.Names {
			if !n.IsExported() {
				continue
			}
			if _, method := f.Type.(*ast.FuncType); method && strings.HasSuffix(of, "interface") {
				l.add("type %s, %s%s", of, n.Name, strings.TrimPrefix(typ, "func"))
			} else {
				l.add("type %s, %s %s", of, n.Name, typ)
			}
		}
	}
}

// embedded adds an embedded type, or its methods if programs cannot name it.
func (l *lister) embedded(of, typ string) {
	inner, _, _ := strings.Cut(strings.TrimPrefix(typ, "*"), "[")
	if strings.Contains(inner, ".") || ast.IsExported(inner) {
		l.add("type %s, %s", of, typ)
		return
	}
	outer, _, _ := strings.Cut(of, " ")
	l.methods(l.file.Dir(), inner, outer)
}

// aliased adds the methods of an internal type that has a public alias.
func (l *lister) aliased(name string, typ ast.Expr) {
	sel, ok := typ.(*ast.SelectorExpr)
	if !ok {
		return
	}
	for _, p := range l.file.Imports() {
		if dir, ours := tree.InModule(p); ours && path.Base(dir) == source(sel.X) {
			l.methods(dir, sel.Sel.Name, name)
		}
	}
}

// methods adds the methods of type of as methods of type as.
func (l *lister) methods(dir, of, as string) {
	for _, g := range l.tree.Go {
		if g.Dir() != dir || g.Test() || g.Ignored() {
			continue
		}
		for _, d := range g.AST.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && receiver(f) == of {
				l.function(f, as)
			}
		}
	}
}

// receiver returns the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	typ := d.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// source returns the source of a node on one line.
func source(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		return fmt.Sprintf("%T", n) // cannot happen for a parsed node
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
