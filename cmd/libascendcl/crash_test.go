//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"errors"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A fault of a C program, in a kernel or by an address that it passes to ACL, is the program's: its
// handler gets the signal, and without one the signal ends the process, as if there were no Go
// in it.
func TestFaultsOfCPrograms(t *testing.T) {
	const handler, handled = "with a handler", 42
	crashes := program(t, "crashes", linked(t, library(t))...)
	for name, tt := range map[string]struct {
		args   []string
		signal syscall.Signal
		exit   int
	}{
		"kernel reads NULL":              {args: []string{"null"}, signal: syscall.SIGSEGV},
		"kernel divides by zero":         {args: []string{"divides"}, signal: syscall.SIGFPE},
		"kernel raises a signal":         {args: []string{"raises"}, signal: syscall.SIGSEGV},
		"kernel raises it, handled":      {args: []string{"raises", handler}, exit: handled},
		"main raises a signal":           {args: []string{"main raises"}, signal: syscall.SIGSEGV},
		"kernel aborts":                  {args: []string{"aborts"}, signal: syscall.SIGABRT},
		"copy to a bad host address":     {args: []string{"copy to"}, signal: syscall.SIGSEGV},
		"copy from a bad host address":   {args: []string{"copy from"}, signal: syscall.SIGSEGV},
		"text that is not there":         {args: []string{"calls with text"}, signal: syscall.SIGSEGV},
		"arguments that are not there":   {args: []string{"calls with arguments"}, signal: syscall.SIGSEGV},
		"more arguments than there are":  {args: []string{"calls with many arguments"}, signal: syscall.SIGSEGV},
		"array shorter than its count":   {args: []string{"calls with array"}, signal: syscall.SIGSEGV},
		"binary shorter than its length": {args: []string{"calls with binary"}, signal: syscall.SIGSEGV},
		"array, handled":                 {args: []string{"calls with array", handler}, exit: handled},
		"kernel reads NULL, handled":     {args: []string{"null", handler}, exit: handled},
		"copy to a bad address, handled": {args: []string{"copy to", handler}, exit: handled},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.signal == syscall.SIGFPE && runtime.GOARCH == "arm64" {
				t.Skip("the processor divides by zero without a signal")
			}
			out, err := output(t, nil, crashes, tt.args...)
			e, ok := errors.AsType[*exec.ExitError](err)
			require.True(t, ok, "%v: %s", err, out)
			status := e.Sys().(syscall.WaitStatus)
			if tt.signal != 0 {
				require.True(t, status.Signaled(), "%v: %s", err, out)
				assert.Equal(t, tt.signal, status.Signal(), out)
			} else {
				assert.Equal(t, tt.exit, status.ExitStatus(), out)
			}
			assert.NotContains(t, out, "goroutine")
		})
	}
}
