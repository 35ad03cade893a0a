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

// Tree is the repository as it lies on disk.
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

// Root finds the directory of the module's go.mod, from the working directory upwards.
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

// Read reads the tree below root. Binary files, .git and out/ are left out.
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
	for _, f := range t.Files {
		if path.Ext(f.Path) != ".go" || slices.Contains(strings.Split(f.Path, "/"), "testdata") {
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

// File answers the file at that path.
func (t *Tree) File(path string) (File, bool) {
	i, ok := slices.BinarySearchFunc(t.Files, path, func(f File, p string) int { return strings.Compare(f.Path, p) })
	if !ok {
		return File{}, false
	}
	return t.Files[i], true
}

// Packages answers the directories that hold Go files outside testdata, sorted, "." for
// the root.
func (t *Tree) Packages() []string {
	var dirs []string
	for _, g := range t.Go {
		dirs = append(dirs, g.Dir())
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}
