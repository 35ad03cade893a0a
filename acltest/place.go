// SPDX-License-Identifier: Apache-2.0

package acltest

import "strings"

// place returns the first call in a stack that is the program's, as file:line and function, or
// the whole stack if there is none. Tests of aclpool count as programs.
func place(stack string) string {
	lines := strings.Split(strings.TrimSpace(stack), "\n")
	for i := 1; i+1 < len(lines); i += 2 { // after the line of the goroutine: a function, and its place
		function := strings.TrimPrefix(lines[i], "created by ")
		function, _, _ = strings.Cut(function, " in goroutine ")
		if at := strings.LastIndex(function, "("); at > 0 && strings.HasSuffix(function, ")") {
			function = function[:at]
		}
		at, _, _ := strings.Cut(strings.TrimPrefix(lines[i+1], "\t"), " +0x")
		if !insideModule(function, at) {
			return at + " " + function
		}
	}
	return stack
}

// insideModule reports whether a function is aclpool's own, or one of Go's runtime.
func insideModule(function, at string) bool {
	file := at[:max(0, strings.LastIndex(at, ":"))]
	if strings.HasSuffix(file, "_test.go") {
		return false
	}
	for _, prefix := range []string{module, "runtime.", "sync.", "slices.", "iter."} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}
