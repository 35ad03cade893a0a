// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"go/ast"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/repotest/apilist"
	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// opaqueType is the only form in which a public type may use an internal type. Its fields are
// unexported, and a defined type does not inherit its methods.
var opaqueType = regexp.MustCompile(`^type (\w+) opaque\.(\w+)$`)

// A program cannot name an internal type, so no exported function, method, field or type may
// mention one.
func TestNoInternalTypeInAPublicSignature(t *testing.T) {
	onRepository(t, checkNoInternalTypeInAPublicSignature)
}

func checkNoInternalTypeInAPublicSignature(t reporter, r *tree.Tree) {
	internal := internalNames(r)
	for name, text := range apilist.All(r) {
		for line := range strings.Lines(text) {
			if pkg := mentions(strings.TrimSpace(line), internal); pkg != "" {
				t.Errorf("%s: %q mentions package %s, which programs cannot import", name, strings.TrimSpace(line), pkg)
			}
		}
	}
}

func TestMentionsOfInternalPackages(t *testing.T) {
	internal := map[string]bool{"core": true, "opaque": true}
	for line, want := range map[string]string{
		"method (*Device) Core() *core.Device":                "core",
		"func Of(d []core.Device) error":                      "core",
		"func Of(d map[string]func(core.Code)) error":         "core",
		"type Host interface, Runtime() *core.Runtime":        "core",
		"type Device opaque.Device":                           "",
		"type Device = opaque.Device":                         "opaque",
		"type Devices []opaque.Device":                        "opaque",
		"type Config struct, Device opaque.Device":            "opaque",
		"const CodeNoSymbol = Code(core.NoSymbol)":            "",
		"const CodeNoSymbol core.Code = core.NoSymbol":        "core",
		"func Open(p hardcore.Product) (*acl.Device, error)":  "",
		"package github.com/ascend-go/aclpool/internal/thing": "",
	} {
		assert.Equal(t, want, mentions(line, internal), line)
	}
}

// internalNames returns the names under which files import the internal packages. A name that a
// public package has, too, is internal only if a public file imports an internal package by it.
func internalNames(r *tree.Tree) map[string]bool {
	names := map[string]bool{}
	for _, pkg := range r.Packages() {
		if isInternal(pkg) {
			names[path.Base(pkg)] = true
		}
	}
	for _, pkg := range r.Packages() {
		if !isInternal(pkg) {
			delete(names, path.Base(pkg))
		}
	}
	for _, g := range r.Go {
		for _, spec := range g.AST.Imports {
			if !strings.Contains(spec.Path.Value, "/internal/") {
				continue
			}
			name := strings.Trim(path.Base(spec.Path.Value), `"`)
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if name != "_" {
				names[name] = g.Public() || names[name]
			}
		}
	}
	return names
}

func isInternal(pkg string) bool {
	return strings.HasPrefix(pkg, "internal/") || strings.Contains(pkg, "/internal/")
}

var qualifier = regexp.MustCompile(`\b(\w+)\.[A-Z]`)

// mentions returns the first of the packages that a line of an API list mentions, or "". The
// value of a constant is not part of its signature.
func mentions(line string, packages map[string]bool) string {
	if strings.HasPrefix(line, "package ") || opaqueType.MatchString(line) {
		return ""
	}
	if strings.HasPrefix(line, "const ") {
		line, _, _ = strings.Cut(line, " = ")
	}
	for _, m := range qualifier.FindAllStringSubmatch(line, -1) {
		if packages[m[1]] {
			return m[1]
		}
	}
	return ""
}

// An opaque type has no exported fields: the public type defined by it would have them, too.
func TestOpaqueTypesHaveNoExportedFields(t *testing.T) {
	onRepository(t, checkOpaqueTypesHaveNoExportedFields)
}

func checkOpaqueTypesHaveNoExportedFields(t reporter, r *tree.Tree) {
	found := 0
	for _, g := range r.Go {
		if g.Dir() != "internal/opaque" || g.Test() {
			continue
		}
		ast.Inspect(g.AST, func(n ast.Node) bool {
			s, ok := n.(*ast.StructType)
			if !ok {
				return true
			}
			found++
			for _, f := range s.Fields.List {
				assert.NotEmpty(t, f.Names, "%s: an embedded field", g.Path)
				for _, name := range f.Names {
					assert.False(t, name.IsExported(), "%s: field %s", g.Path, name)
				}
			}
			return true
		})
	}
	assert.Positive(t, found)
}
