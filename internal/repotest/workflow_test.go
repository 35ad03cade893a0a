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

const (
	runner   = ".ci/run"
	stepsDir = ".ci/steps"
)

var (
	stepList    = regexp.MustCompile(`(?m)^(steps|quick)=\(([^)]*)\)`)
	workflowRun = regexp.MustCompile(`\.ci/run[ \t]*([^"'|\n]*)`)
)

// The list of steps in .ci/run, the scripts in .ci/steps and the steps in workflows agree.
func TestStepsExist(t *testing.T) { onRepository(t, checkStepsExist) }

func checkStepsExist(t reporter, r *tree.Tree) {
	f, ok := r.File(runner)
	if !ok {
		fatalf(t, "%s is missing", runner)
	}
	lists := map[string][]string{}
	for _, m := range stepList.FindAllStringSubmatch(f.Text, -1) {
		lists[m[1]] = strings.Fields(m[2])
	}
	steps := lists["steps"]
	for _, f := range r.Files {
		if path.Dir(f.Path) == stepsDir && !slices.Contains(steps, path.Base(f.Path)) {
			t.Errorf("%s is not in the list of %s", f.Path, runner)
		}
	}
	for _, step := range steps {
		if _, ok := r.File(path.Join(stepsDir, step)); !ok {
			t.Errorf("%s lists step %s, which is not in %s", runner, step, stepsDir)
		}
	}
	known := append([]string{"list", "quick", "${{ matrix.step }}"}, steps...)
	for _, step := range lists["quick"] {
		if !slices.Contains(steps, step) {
			t.Errorf("%s: quick has step %s, which is not in the list", runner, step)
		}
	}
	checkWorkflows(t, r, known)
}

func checkWorkflows(t reporter, r *tree.Tree, known []string) {
	found := 0
	for _, f := range r.Files {
		if path.Dir(f.Path) != ".github/workflows" {
			continue
		}
		for line := range strings.Lines(f.Text) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			for _, m := range workflowRun.FindAllStringSubmatch(line, -1) {
				found++
				if arg := strings.TrimSpace(m[1]); !slices.Contains(known, arg) {
					t.Errorf("%s runs step %q, which %s does not have", f.Path, arg, runner)
				}
			}
		}
	}
	if found == 0 {
		t.Errorf("no workflow runs %s", runner)
	}
}
