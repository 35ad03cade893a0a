// SPDX-License-Identifier: Apache-2.0

package gokernel

import (
	"fmt"
	"path/filepath"
	"strings"
)

// stackMark stands between the text of a panic and its stack.
const stackMark = "\nstack of the kernel:\n"

// CutStack splits a text that may end with the stack of a kernel.
func CutStack(text string) (message, stack string) {
	message, stack, _ = strings.Cut(text, stackMark)
	return message, stack
}

// WithStack returns an error that is err, and with %+v prints the stack after its text. It
// returns err itself if there is no stack.
func WithStack(err error, stack string) error {
	if err == nil || stack == "" {
		return err
	}
	return &stacked{err, stack}
}

// stacked is an error of a caller of the kernel.
type stacked struct {
	error
	stack string
}

func (e *stacked) Unwrap() error { return e.error }

// Format prints the error for the verbs of package fmt.
func (e *stacked) Format(f fmt.State, verb rune) {
	if verb == 'v' && f.Flag('+') {
		fmt.Fprintf(f, "%s\n%s", e.Error(), e.stack)
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
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

// panicPlace returns the file and line of the first function of a stack that is not of Go's
// runtime, as the end of a sentence; empty if there is none.
func panicPlace(stack string) string {
	lines := strings.Split(stack, "\n")
	for i := 0; i+1 < len(lines); i += 2 { // the function, and its place
		if place, ok := strings.CutPrefix(lines[i+1], "\t"); ok && !strings.HasPrefix(lines[i], "runtime.") {
			place, _, _ = strings.Cut(place, " +0x")
			return " at " + filepath.Base(place)
		}
	}
	return ""
}
