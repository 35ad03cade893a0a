// SPDX-License-Identifier: Apache-2.0

// Package apilist lists the exported API of the module's public packages, with one line for
// each thing that a program can name. A line can be read by itself, so a diff of two lists
// shows what was added and removed.
package apilist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

// Dir is the folder of the lists.
const Dir = "api"

// File returns the path of the list of a package, such as api/mempool_poolmetrics.txt.
func File(pkg string) string { return Dir + "/" + strings.ReplaceAll(pkg, "/", "_") + ".txt" }

// All returns the list of every public package by its file.
func All(t *tree.Tree) map[string]string {
	lists := map[string]string{}
	for _, dir := range t.Packages() {
		lines := list(t, dir)
		if len(lines) > 0 {
			lists[File(dir)] = "package " + tree.Module + "/" + dir + "\n" + strings.Join(lines, "\n") + "\n"
		}
	}
	return lists
}

// Write writes all lists and removes those of packages that no longer exist.
func Write(t *tree.Tree) error {
	dir := filepath.Join(t.Root, Dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("apilist: %w", err)
	}
	lists := All(t)
	for name, text := range lists {
		if err := os.WriteFile(filepath.Join(t.Root, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			return fmt.Errorf("apilist: %w", err)
		}
	}
	old, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("apilist: %w", err)
	}
	for _, e := range old {
		if _, ok := lists[Dir+"/"+e.Name()]; ok {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("apilist: %w", err)
		}
	}
	return nil
}

// Diff returns the lines that only one of two lists has, with the prefix "- " if it is want
// and "+ " if it is got.
func Diff(want, got string) []string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var diff []string
	for _, l := range a {
		if !slices.Contains(b, l) {
			diff = append(diff, "- "+l)
		}
	}
	for _, l := range b {
		if !slices.Contains(a, l) {
			diff = append(diff, "+ "+l)
		}
	}
	return diff
}
