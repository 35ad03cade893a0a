// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// checkCalls refuses a number of a call, a code and functions that no fault can have.
func checkCalls(n int, code acl.Code, functions ...string) error {
	if n < 1 {
		return fmt.Errorf("call %d: calls are counted from 1: %w", n, acl.ErrInvalid)
	}
	if code <= 0 {
		return fmt.Errorf("code %d is no code of a failed call: %w", int32(code), acl.ErrInvalid)
	}
	known := faultdriver.Functions()
	for _, f := range functions {
		if !slices.Contains(known, f) {
			return fmt.Errorf("no Go package calls a function %q; near it are %s: %w", f, strings.Join(nearest(f, known), ", "), acl.ErrInvalid)
		}
	}
	return nil
}

// suggestions is how many names an error lists.
const suggestions = 3

// nearest returns the known names that are most like a name.
func nearest(name string, known []string) []string {
	near := slices.Clone(known)
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(edits(name, a), edits(name, b)) })
	return near[:min(len(near), suggestions)]
}

// edits returns how many letters must be inserted, removed or replaced to make b of a, where
// upper and lower case are the same.
func edits(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	row := make([]int, len(b)+1) // for a prefix of a: the edits to each prefix of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
