// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"regexp"
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

// The two READMEs say the same: one reader is not told less than the other.
func TestReadmesHaveTheSameHeadings(t *testing.T) { onRepository(t, checkReadmesHaveTheSameHeadings) }

func checkReadmesHaveTheSameHeadings(t reporter, r *tree.Tree) {
	levels := func(d markdown.Doc) (out []int) {
		for _, h := range d.Headings {
			out = append(out, h.Level)
		}
		return out
	}
	assert.Equal(t, levels(readme(t, r, english)), levels(readme(t, r, chinese)), "levels of the headings of %s and %s", english, chinese)
}

func TestReadmesHaveTheSameBlocks(t *testing.T) { onRepository(t, checkReadmesHaveTheSameBlocks) }

func checkReadmesHaveTheSameBlocks(t reporter, r *tree.Tree) {
	en, zh := readme(t, r, english).Blocks, readme(t, r, chinese).Blocks
	require.Len(t, zh, len(en), "fenced blocks of %s, as many as in %s", chinese, english)
	for i := range en {
		assert.Equal(t, en[i].Info, zh[i].Info, "marks of fenced block %d", i+1)
		assert.Equal(t, withoutComments(en[i].Text), withoutComments(zh[i].Text), "fenced block %d of %s and %s", i+1, english, chinese)
	}
}

var comment = regexp.MustCompile(`(^|\s)(//|#) .*$`)

// withoutComments drops what is translated: comments of Go and of the shell.
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

func TestReadmesNameTheSameCommands(t *testing.T) { onRepository(t, checkReadmesNameTheSameCommands) }

func checkReadmesNameTheSameCommands(t reporter, r *tree.Tree) {
	strip := func(d markdown.Doc) (out []string) {
		for _, c := range d.Commands() {
			out = append(out, strings.TrimSpace(comment.ReplaceAllString(c, "")))
		}
		return out
	}
	en := strip(readme(t, r, english))
	assert.NotEmpty(t, en, "commands of %s that can be run anywhere", english)
	assert.Equal(t, en, strip(readme(t, r, chinese)), "commands of %s and %s", english, chinese)
}
