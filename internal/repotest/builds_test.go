// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"go/build"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Packages in C hold what only two kinds of processor have: sizes and offsets of the
// vendor's structures. Every other build takes nothing of them, and so is silent.
func TestOnlyBuildsWithTheDriverHaveC(t *testing.T) {
	packages := []string{"internal/cshim", "internal/cshim/cshimtest", "cmd/libascendcl"}
	tests := map[string]struct {
		system, processor string
		cgo               bool
		tags              []string
		c                 bool
	}{
		"linux amd64":              {"linux", "amd64", true, nil, true},
		"linux arm64":              {"linux", "arm64", true, nil, true},
		"headers compared":         {"linux", "arm64", true, []string{"canncheck"}, true},
		"without cgo":              {"linux", "amd64", false, nil, false},
		"with the simulated":       {"linux", "amd64", true, []string{"fakeacl"}, false},
		"headers, but simulated":   {"linux", "amd64", true, []string{"fakeacl", "canncheck"}, false},
		"32 bits":                  {"linux", "386", true, nil, false},
		"32 bits of arm":           {"linux", "arm", true, nil, false},
		"the other order of bytes": {"linux", "s390x", true, nil, false},
		"macOS":                    {"darwin", "arm64", true, nil, false},
		"Windows":                  {"windows", "amd64", true, nil, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ctx := build.Default
			ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled, ctx.BuildTags = tt.system, tt.processor, tt.cgo, tt.tags
			for _, dir := range packages {
				pkg, err := ctx.ImportDir(filepath.Join(repo(t).Root, dir), 0)
				require.NoError(t, err)
				assert.Equal(t, tt.c, len(pkg.CgoFiles) > 0, dir)
				if !tt.c {
					assert.Equal(t, []string{"doc.go"}, pkg.GoFiles, dir)
					assert.Empty(t, pkg.CFiles, dir)
					assert.Empty(t, append(pkg.TestGoFiles, pkg.XTestGoFiles...), dir)
				}
			}
		})
	}
}
