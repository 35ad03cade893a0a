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

// isSource reports whether a file must name its licence: code, and scripts, which are known
// by their first line.
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
			t.Errorf("%s: want %q as the first line, or below a build constraint and a blank line", f.Path, spdx)
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
				t.Errorf("%s:%d: want the build constraint as the first line, starting with //go:build", f.Path, i+1)
			}
		}
	}
}

// forbidden are words that no file contains. They are put together here, so that this file
// does not contain them either.
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
					t.Errorf("%s:%d contains %s: %s", f.Path, i+1, what, line)
				}
			}
		}
	}
}
