// SPDX-License-Identifier: Apache-2.0

package gokernel

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Run runs the kernel. It returns a panic as an error whose text ends with the stack, see
// [CutStack].
func (k Kernel) Run(c *Call) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v%s%s", r, stackMark, panicStack(string(debug.Stack())))
		}
	}()
	return k(c)
}

// stackMark stands between the text of a panic and its stack.
const stackMark = "\nstack of the kernel:\n"

// CutStack splits a text that may end with the stack of a kernel.
func CutStack(text string) (message, stack string) {
	message, stack, _ = strings.Cut(text, stackMark)
	return message, stack
}

// panicStack returns what a stack has from the function that panicked on.
func panicStack(stack string) string {
	lines := strings.SplitAfter(stack, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") && i+2 < len(lines) {
			return strings.TrimRight(strings.Join(lines[i+2:], ""), "\n")
		}
	}
	return stack
}
