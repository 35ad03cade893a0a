// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// The program in the READMEs is examples/first, which is built and run.
func TestReadmesPrintTheFirstExample(t *testing.T) { onRepository(t, checkReadmesPrintTheFirstExample) }

func checkReadmesPrintTheFirstExample(t reporter, r *tree.Tree) {
	const file = "examples/first/main.go"
	f, ok := r.File(file)
	require.True(t, ok, "%s is missing", file)
	_, program, _ := strings.Cut(f.Text, "\npackage main\n")
	for _, name := range []string{english, chinese} {
		found := false
		for _, b := range readme(t, r, name).Blocks {
			found = found || strings.TrimSpace(b.Text) == "package main\n"+strings.TrimRight(program, "\n")
		}
		assert.True(t, found, "no fenced block of %s is %s from its package clause on", name, file)
	}
}
