//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Documents about the vendor's interface. Those outside the repository may be missing.
const (
	functionFacts = "testdata/cann/symbols.tsv"
	allFunctions  = "../../../shared/abi/symbols.tsv"
	factSheet     = "../../../shared/abi/ACL.md"
)

// declaration is a line of declared.h.
type declaration struct {
	kind      string   // such as VALUE
	name      string   // of a struct and its field both, with a dot
	arguments []string // of a function one: its whole list of parameters
}

var listed = regexp.MustCompile(`(?m)^DECLARED_(\w+)\((.*)\)$`)

func declarations(t *testing.T) (all []declaration) {
	t.Helper()
	for _, m := range listed.FindAllStringSubmatch(text(t, "declared.h"), -1) {
		count := -1
		if m[1] == "FUNCTION" {
			count = 3 // parameters have commas
		}
		a := strings.SplitN(m[2], ", ", count)
		if m[1] == "FIELD" {
			a = append([]string{a[0] + "." + a[1]}, a[2:]...)
		}
		all = append(all, declaration{m[1], a[0], a[1:]})
	}
	require.NotEmpty(t, all)
	return all
}

func text(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(b)
}

// shared returns the text of a file outside the repository, or skips the test.
func shared(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not there to compare with", file)
	}
	require.NoError(t, err)
	return string(b)
}

// The test finds declarations in a different way than gen_declared.go does.
func TestNoDeclarationIsLeftOut(t *testing.T) {
	listed := text(t, "declared.h")
	headers := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(text(t, "abi.h")+text(t, "table.h"), "")
	patterns := map[string]string{
		"values and functions": `\b(ACL_\w+|acl[A-Z]\w+|aclrt\w+)\b`,
		"fields":               `(?m)^\t(?:unsigned )?\w+ \*?(\w+)(?:\[\d+\])?;$`,
		"entries of the table": `(?m)^\tX\((\w+),`,
	}
	for what, pattern := range patterns {
		names := regexp.MustCompile(pattern).FindAllStringSubmatch(headers, -1)
		require.NotEmpty(t, names, what)
		for _, m := range names {
			assert.Regexp(t, `\b`+m[1]+`\b`, listed, what)
		}
	}
	for _, d := range declarations(t) {
		if d.kind == "TYPE" || d.kind == "VALUE" || d.kind == "FUNCTION" {
			assert.Len(t, regexp.MustCompile(`DECLARED_\w+\(`+d.name+`,`).FindAllString(listed, -1), 1, d.name)
		}
	}
}

// prototype returns a prototype with normalized blanks.
func prototype(result, name, parameters string) string {
	words := regexp.MustCompile(`\w+|[*,()]`).FindAllString(result+" "+name+"("+parameters+")", -1)
	return strings.Join(words, " ")
}

// prototypes reads the prototypes in a document.
func prototypes(t *testing.T, facts string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for l := range strings.Lines(facts) {
		f := strings.Split(strings.TrimSpace(l), "\t") // name, group, required, result, parameters
		require.Len(t, f, 5, l)
		all[f[0]] = prototype(f[3], f[0], f[4])
	}
	return all
}

// A compiler does not notice if two parameters of the same type are swapped, so the test
// compares their names.
func TestParametersAreInOrder(t *testing.T) {
	facts := prototypes(t, text(t, functionFacts))
	for _, d := range declarations(t) {
		if d.kind == "FUNCTION" {
			parameters := strings.TrimSuffix(strings.TrimPrefix(d.arguments[1], "("), ")")
			assert.Equal(t, facts[d.name], prototype(d.arguments[0], d.name, parameters))
			delete(facts, d.name)
		}
	}
	assert.Empty(t, facts, "functions that are not called")
	assert.NotEqual(t, prototype("int", "f", "size_t a, size_t b"), prototype("int", "f", "size_t b, size_t a"))
}

func TestFunctionsAreThoseOfTheFacts(t *testing.T) {
	all := prototypes(t, shared(t, allFunctions))
	for name, here := range prototypes(t, text(t, functionFacts)) {
		assert.Equal(t, all[name], here)
	}
}

// The document has values as `NAME = 1` and layouts as lists of fields with offsets.
func TestValuesAndLayoutsAreThoseOfTheFacts(t *testing.T) {
	sheet := shared(t, factSheet)
	layouts := map[string]string{}
	for _, d := range declarations(t) {
		switch d.kind {
		case "VALUE":
			assert.Contains(t, sheet, "`"+d.name+" = "+d.arguments[0]+"`")
		case "SIZE":
			layouts[d.name] = fmt.Sprintf("struct %s: size %s align %s:", d.name, d.arguments[0], d.arguments[1])
		case "FIELD":
			of, name, _ := strings.Cut(d.name, ".")
			layouts[of] += " " + name + "@" + d.arguments[0]
		}
	}
	for _, l := range layouts {
		if !strings.HasSuffix(l, ":") { // an enum has no fields
			assert.Contains(t, sheet, l)
		}
	}
}
