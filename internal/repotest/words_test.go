// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// Code and documents use the phrasing of Go's standard library and the words of the field, so
// that a new reader understands them. testdata/retired.tsv lists words that are not used.
func TestRetiredWords(t *testing.T) { onRepository(t, checkRetiredWords) }

const retiredList = "testdata/retired.tsv"

// retiredWord is an expression that is no longer used, and what to say instead.
type retiredWord struct {
	expression *regexp.Regexp
	instead    string
}

func checkRetiredWords(t reporter, r *tree.Tree) {
	words := retiredWords(t)
	for _, f := range r.Files {
		if !slices.Contains([]string{".go", ".c", ".h", ".md"}, path.Ext(f.Path)) {
			continue
		}
		for i, line := range strings.Split(f.Text, "\n") {
			for _, w := range words {
				if found := w.expression.FindString(line); found != "" {
					t.Errorf("%s:%d: %q: say %q instead", f.Path, i+1, strings.TrimSpace(found), w.instead)
				}
			}
		}
	}
}

func retiredWords(t reporter) []retiredWord {
	text, err := os.ReadFile(retiredList)
	if err != nil {
		fatalf(t, "%v", err)
	}
	var words []retiredWord
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		pattern, instead, ok := strings.Cut(strings.TrimSpace(line), "\t")
		expression, err := regexp.Compile(pattern)
		if !ok || err != nil {
			fatalf(t, "%s: %q is not an expression, a tab and what to say instead: %v", retiredList, line, err)
		}
		words = append(words, retiredWord{expression, instead})
	}
	if len(words) == 0 {
		fatalf(t, "%s is empty", retiredList)
	}
	return words
}
