// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"bytes"
	"runtime"
	"strings"
	"time"
)

// module is the prefix of every function of aclpool in a stack.
const module = "github.com/ascend-go/aclpool/"

// A goroutine that is ending needs a moment. Goroutines are listed again after pauses that
// double, for about a second in all.
const (
	firstLook = time.Millisecond
	lastLook  = 500 * time.Millisecond
)

// goroutinesLeft returns the stacks of goroutines in aclpool or started by it, apart from
// the caller's.
func goroutinesLeft() []string {
	for pause := firstLook; ; pause *= 2 {
		left := ours(stacks())
		if len(left) == 0 || pause > lastLook {
			return left
		}
		time.Sleep(pause)
	}
}

// ours returns the stacks with a function of aclpool, except the first one, which is the
// caller's.
func ours(stacks []string) (left []string) {
	for _, s := range stacks[1:] {
		if strings.Contains(s, "\n"+module) || strings.Contains(s, "\ncreated by "+module) {
			left = append(left, s)
		}
	}
	return left
}

// stacks returns the stacks of all goroutines, the caller's first.
func stacks() []string {
	for buf := make([]byte, 64<<10); ; buf = make([]byte, 2*len(buf)) {
		if n := runtime.Stack(buf, true); n < len(buf) {
			return strings.Split(string(bytes.TrimSpace(buf[:n])), "\n\n")
		}
	}
}
