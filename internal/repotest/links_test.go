// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/internal/repotest/markdown"
	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// Links into the repository name existing files.
func TestLinks(t *testing.T) { onRepository(t, checkLinks) }

func checkLinks(t reporter, r *tree.Tree) {
	for _, f := range r.Files {
		if path.Ext(f.Path) != ".md" {
			continue
		}
		for _, link := range markdown.Parse(f.Text).Links {
			u, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: link %q: %v", f.Path, link, err)
				continue
			}
			if u.Scheme != "" || u.Path == "" {
				continue // another site, or a heading on the same page
			}
			to := path.Join(path.Dir(f.Path), u.Path)
			if to == ".." || strings.HasPrefix(to, "../") {
				t.Errorf("%s: link %q leaves the repository", f.Path, link)
				continue
			}
			if _, err := os.Stat(filepath.Join(r.Root, filepath.FromSlash(to))); err != nil {
				t.Errorf("%s: link %q is broken: there is no such file", f.Path, link)
			}
		}
	}
}
