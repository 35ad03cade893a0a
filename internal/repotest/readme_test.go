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

// The two READMEs say the same, each in its own words: a reader of one can run what a
// reader of the other can.
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

// Both have the same Go code, but for its comments.
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

// withoutComments drops what is translated: comments of Go and of the shell, and with
// them the alignment of what is left.
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

// Parts of programs are not compiled where they stand, so each is in a program of the
// documents that is.
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

// documents returns the READMEs and what is below docs/, by path.
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
