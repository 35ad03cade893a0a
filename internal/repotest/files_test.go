// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

const spdx = "SPDX-License-Identifier: Apache-2.0"

// isSource reports whether a file must name its licence: code, and scripts by their
// first line.
func isSource(f tree.File) bool {
	return slices.Contains([]string{".go", ".c", ".h", ".cpp", ".s", ".sh"}, path.Ext(f.Path)) ||
		strings.HasPrefix(f.Text, "#!")
}

func TestLicenceLines(t *testing.T) { onRepository(t, checkLicenceLines) }

func checkLicenceLines(t reporter, r *tree.Tree) {
	for _, f := range r.Files {
		if !isSource(f) {
			continue
		}
		lines := strings.Split(f.Text, "\n")
		if strings.HasPrefix(lines[0], "#!") {
			lines = lines[1:]
		} else if strings.HasPrefix(lines[0], "//go:build ") && len(lines) > 2 && lines[1] == "" {
			lines = lines[2:]
		}
		if !slices.Contains([]string{"// " + spdx, "/* " + spdx + " */", "# " + spdx}, lines[0]) {
			t.Errorf("%s: the first line, below a build constraint and a blank line if there is one, is not %q", f.Path, spdx)
		}
	}
}

func TestBuildConstraintForm(t *testing.T) { onRepository(t, checkBuildConstraintForm) }

func checkBuildConstraintForm(t reporter, r *tree.Tree) {
	for _, f := range r.Files {
		if ext := path.Ext(f.Path); ext != ".go" && ext != ".c" && ext != ".h" {
			continue
		}
		head, _, _ := strings.Cut(f.Text, "\npackage ")
		for i, line := range strings.Split(head, "\n") {
			if strings.HasPrefix(line, "// +build") || strings.HasPrefix(line, "//go:build ") && i > 0 {
				t.Errorf("%s:%d: a build constraint is the first line and starts with //go:build", f.Path, i+1)
			}
		}
	}
}

// The words are put together here so that this file does not hold them.
var forbidden = map[string]*regexp.Regexp{
	"a marker of unfinished work": regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX)\b`),
	"a path of one machine":       regexp.MustCompile(`(^|[\s"'=(` + "`" + `])/(wo` + `rk|ho` + `me|ro` + `ot|Us` + `ers)/`),
}

func TestForbiddenWords(t *testing.T) { onRepository(t, checkForbiddenWords) }

func checkForbiddenWords(t reporter, r *tree.Tree) {
	for _, f := range r.Files {
		for what, re := range forbidden {
			for i, line := range strings.Split(f.Text, "\n") {
				if re.MatchString(line) {
					t.Errorf("%s:%d holds %s: %s", f.Path, i+1, what, line)
				}
			}
		}
	}
}
