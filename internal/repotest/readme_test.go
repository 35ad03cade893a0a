// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/repotest/markdown"
	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

const (
	english = "README.md"
	chinese = "README.zh-CN.md"
)

func readme(t reporter, r *tree.Tree, name string) markdown.Doc {
	t.Helper()
	f, ok := r.File(name)
	require.True(t, ok, "%s is missing", name)
	return markdown.Parse(f.Text)
}

var comment = regexp.MustCompile(`(^|\s)(//|#) .*$`)

// The two READMEs say the same in different languages: their commands are the same.
func TestReadmesHaveTheSameCommands(t *testing.T) { onRepository(t, checkReadmesHaveTheSameCommands) }

func checkReadmesHaveTheSameCommands(t reporter, r *tree.Tree) {
	commands := func(d markdown.Doc) (out []string) {
		for _, c := range d.Commands() {
			out = append(out, strings.TrimSpace(comment.ReplaceAllString(c, "")))
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	en := commands(readme(t, r, english))
	assert.NotEmpty(t, en, "commands of %s that can be run anywhere", english)
	assert.Equal(t, en, commands(readme(t, r, chinese)), "commands of %s and %s", english, chinese)
}

// The Go code in both is the same, except its comments.
func TestReadmesHaveTheSameCode(t *testing.T) { onRepository(t, checkReadmesHaveTheSameCode) }

func checkReadmesHaveTheSameCode(t reporter, r *tree.Tree) {
	code := func(d markdown.Doc) (out []string) {
		for _, b := range d.Blocks {
			if b.Info == "go" {
				out = append(out, withoutComments(b.Text))
			}
		}
		slices.Sort(out)
		return out
	}
	en := code(readme(t, r, english))
	assert.NotEmpty(t, en, "Go code of %s", english)
	assert.Equal(t, en, code(readme(t, r, chinese)), "Go code of %s and %s", english, chinese)
}

// withoutComments removes what is translated, the comments in Go and shell code, and the
// space that aligns them.
func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(comment.ReplaceAllString(strings.TrimRight(line, "\r\n"), ""), " \t")
		if line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// A part of a program in a document cannot be compiled by itself, so it also is in a whole
// program of a document, which is compiled.
func TestCodeIsPartOfPrograms(t *testing.T) { onRepository(t, checkCodeIsPartOfPrograms) }

func checkCodeIsPartOfPrograms(t reporter, r *tree.Tree) {
	docs := documents(t, r)
	var programs []string
	for _, d := range docs {
		for _, p := range d.Programs() {
			programs = append(programs, withoutComments(p))
		}
	}
	for name, d := range docs {
		for _, b := range d.Blocks {
			if b.Info != "go" || packageClause.MatchString(b.Text) {
				continue
			}
			part := withoutComments(b.Text)
			inside := slices.ContainsFunc(programs, func(p string) bool { return strings.Contains(p, part) })
			assert.True(t, inside, "%s: this Go code is in no whole program of the documents:\n%s", name, b.Text)
		}
	}
}

var packageClause = regexp.MustCompile(`^package \w+\n`)

// documents returns the READMEs and the files below docs/, by path.
func documents(t reporter, r *tree.Tree) map[string]markdown.Doc {
	t.Helper()
	docs := map[string]markdown.Doc{english: readme(t, r, english), chinese: readme(t, r, chinese)}
	for _, f := range r.Files {
		if path.Dir(f.Path) == "docs" && path.Ext(f.Path) == ".md" {
			docs[f.Path] = markdown.Parse(f.Text)
		}
	}
	return docs
}
