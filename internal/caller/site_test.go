// SPDX-License-Identifier: Apache-2.0

package caller_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/caller"
)

// here returns the line of its caller.
func here() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

func lineOf(s caller.Site) string {
	path, n := s.File()
	return fmt.Sprintf("%s:%d", filepath.Base(path), n)
}

func TestCallerIsTheProgramsLine(t *testing.T) {
	var got caller.Site
	tests := map[string]func() (line int){
		"a call":             func() int { got = caller.Here(); return here() },
		"another":            func() int { got = caller.Here(); return here() },
		"a function inlined": func() int { got = inlined(); return inlinedAt },
		"the innermost of the program's frames": func() int {
			line := 0
			func() { got = caller.Here(); line = here() }()
			return line
		},
		"a callback of the standard library": func() int {
			line := 0
			new(sync.Once).Do(func() { got = caller.Here(); line = here() })
			return line
		},
		"a goroutine of its own": func() int {
			done, line := make(chan struct{}), 0
			go func() { got = caller.Here(); line = here(); close(done) }()
			<-done
			return line
		},
	}
	for name, call := range tests {
		t.Run(name, func(t *testing.T) {
			line := call()
			first := got
			assert.Equal(t, fmt.Sprintf("site_test.go:%d", line), lineOf(got))
			call()
			assert.Equal(t, first, got, "a line has one number")
			text := got.String()
			assert.Contains(t, text, fmt.Sprintf("site_test.go:%d ", line))
			assert.Contains(t, text[strings.LastIndex(text, " "):], "caller_test.")
		})
	}
}

const inlinedAt = 69 // the line of Caller in inlined

func inlined() caller.Site {
	return caller.Here()
}

func TestUnknownSites(t *testing.T) {
	assert.Equal(t, "unknown", caller.Site(0).String())
	assert.Equal(t, "unknown", caller.Site(1<<30).String())
}

func TestCallerAllocatesNothingOnceSeen(t *testing.T) {
	assert.Zero(t, testing.AllocsPerRun(100, func() { caller.Here() }))
}
