// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"go/build"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// C code is built only where the driver is: it asserts sizes and offsets of the vendor's
// structures, which hold on two processor architectures. All other builds get an empty
// package.
func TestOnlyBuildsWithTheDriverHaveC(t *testing.T) {
	packages := []string{"internal/cshim", "internal/cshim/cshimtest", "cmd/libascendcl"}
	tests := map[string]struct {
		system, processor string
		cgo               bool
		tags              []string
		c                 bool
	}{
		"linux amd64":               {"linux", "amd64", true, nil, true},
		"linux arm64":               {"linux", "arm64", true, nil, true},
		"with the vendor's headers": {"linux", "arm64", true, []string{"canncheck"}, true},
		"without cgo":               {"linux", "amd64", false, nil, false},
		"with the tag fakeacl":      {"linux", "amd64", true, []string{"fakeacl"}, false},
		"headers and fakeacl":       {"linux", "amd64", true, []string{"fakeacl", "canncheck"}, false},
		"32 bits":                   {"linux", "386", true, nil, false},
		"32 bits of arm":            {"linux", "arm", true, nil, false},
		"big endian":                {"linux", "s390x", true, nil, false},
		"macOS":                     {"darwin", "arm64", true, nil, false},
		"Windows":                   {"windows", "amd64", true, nil, false},
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
