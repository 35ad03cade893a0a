// SPDX-License-Identifier: Apache-2.0

// Package tree reads the files of the repository for the checks in repotest.
package tree

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Module is the path of the module.
const Module = "github.com/ascend-go/aclpool"

// Tree is the repository as it is on disk.
type Tree struct {
	Root  string // directory of go.mod
	Files []File // every text file, sorted by path
	Go    []GoFile
	Fset  *token.FileSet
}

// File is a text file. Path is relative to the root, with slashes.
type File struct {
	Path string
	Text string
}

// Root returns the directory of the module's go.mod: the working directory or a parent of it.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(mod), "module "+Module+"\n") {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("tree: no go.mod of " + Module + " in the working directory or above it")
		}
		dir = up
	}
}

// Read reads the tree below root, without binary files, out/ and .git, which may be a file.
func Read(root string) (*Tree, error) {
	t := &Tree{Root: root, Fset: token.NewFileSet()}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel == ".git" || rel == "out" {
				return fs.SkipDir
			}
			return nil
		}
		if rel == ".git" { // a file in a worktree
			return nil
		}
		if !d.Type().IsRegular() || strings.HasSuffix(rel, ".test") || strings.HasSuffix(rel, ".exe") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if bytes.IndexByte(text, 0) < 0 {
			t.Files = append(t.Files, File{Path: rel, Text: string(text)})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("tree: read %s: %w", root, err)
	}
	slices.SortFunc(t.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range t.Files {
		if !parsed(f.Path) {
			continue
		}
		g, err := parse(t.Fset, f)
		if err != nil {
			return nil, err
		}
		t.Go = append(t.Go, g)
	}
	return t, nil
}

// parsed reports whether the file at a path is a Go file of the module. Files in testdata and
// in the module of the tools are not.
func parsed(name string) bool {
	return path.Ext(name) == ".go" && !slices.Contains(strings.Split(name, "/"), "testdata") && !strings.HasPrefix(name, "tools/")
}

// With returns a copy of the tree with one file added or replaced. Positions in both trees
// belong to the same Fset.
func (t *Tree) With(name, text string) (*Tree, error) {
	file := File{Path: name, Text: text}
	with := &Tree{Root: t.Root, Fset: t.Fset}
	with.Files = insert(t.Files, file, func(f File) string { return f.Path })
	with.Go = t.Go
	if parsed(name) {
		g, err := parse(t.Fset, file)
		if err != nil {
			return nil, err
		}
		with.Go = insert(t.Go, g, func(g GoFile) string { return g.Path })
	}
	return with, nil
}

// insert returns a copy of sorted with e added, or with e in place of the element with the
// same key.
func insert[E any](sorted []E, e E, key func(E) string) []E {
	i, found := slices.BinarySearchFunc(sorted, key(e), func(x E, k string) int { return strings.Compare(key(x), k) })
	end := i
	if found {
		end++
	}
	return slices.Concat(sorted[:i], []E{e}, sorted[end:])
}

// File returns the file at that path, and whether there is one.
func (t *Tree) File(path string) (File, bool) {
	i, ok := slices.BinarySearchFunc(t.Files, path, func(f File, p string) int { return strings.Compare(f.Path, p) })
	if !ok {
		return File{}, false
	}
	return t.Files[i], true
}

// Packages returns the directories that hold Go files outside testdata, sorted, "." for
// the root.
func (t *Tree) Packages() []string {
	var dirs []string
	for _, g := range t.Go {
		dirs = append(dirs, g.Dir())
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}
