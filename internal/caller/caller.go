// SPDX-License-Identifier: Apache-2.0

// Package caller tells the frames of the program from those of this module.
package caller

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

var module = strings.TrimSuffix(reflect.TypeFor[marker]().PkgPath(), "/internal/caller")

type marker struct{}

// InModule reports whether a frame is not the program's: one of this module, or of a package
// of the standard library that calls back into it. Tests of this module count as programs, and
// so does its conformance suite.
func InModule(f runtime.Frame) bool {
	if strings.HasSuffix(f.File, "_test.go") || strings.HasPrefix(f.Function, module+"/acltest/conformance.") {
		return false
	}
	for _, prefix := range []string{module + "/", "runtime.", "sync.", "slices.", "iter."} {
		if strings.HasPrefix(f.Function, prefix) {
			return true
		}
	}
	return false
}

// Depth is how many frames of this module there may be above the program's.
const Depth = 24

// Place returns the innermost frame of the program as "file:line function", empty if there
// is none.
func Place() string {
	var pcs [Depth]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if f.PC != 0 && !InModule(f) {
			return Text(f)
		}
		if !more {
			return ""
		}
	}
}

// Text returns a frame as "file:line function".
func Text(f runtime.Frame) string { return fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Function) }
