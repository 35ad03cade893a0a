// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/testreport"
	"github.com/ascend-go/aclpool/sim"
)

// Main runs the tests of a package and exits. After all tests, the run fails if a device from
// [acl.Open] has an open object, if a machine from [sim.New] or a device from [sim.Open] is open,
// or if a goroutine is running or waiting in aclpool. Main names what is open. It prints which device the tests run on, and
// at the end the reports of package conformance.
//
//	func TestMain(m *testing.M) { acltest.Main(m) }
func Main(m *testing.M) { os.Exit(run(m.Run, os.Stdout)) }

func run(tests func() int, out io.Writer) int {
	if err := describe(out); err != nil {
		fmt.Fprintf(out, "acltest: %v\n", err)
		return 1
	}
	testreport.Begin()
	core.KeepRuntimes()
	code := tests()
	defer func() { _ = testreport.Print(out) }() // the end of the output
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := acl.Shutdown(ctx); err != nil {
		fmt.Fprintf(out, "acltest: left open after all tests: %v\n", err)
		code = max(code, 1)
	}
	for _, rt := range core.OpenRuntimes() {
		printOpen(out, rt)
		code = max(code, 1)
	}
	for _, stack := range goroutinesLeft() {
		fmt.Fprintf(out, "acltest: still running after all tests:\n%s\n\n", stack)
		code = max(code, 1)
	}
	return code
}

// printOpen prints a simulated machine that is open, and the objects that are open on it.
func printOpen(out io.Writer, rt core.KeptRuntime) {
	fmt.Fprintf(out, "acltest: left open after all tests: %s; it was made at %s\n", rt.Driver.Describe(), rt.Made)
	for o := range rt.Root.Live() {
		fmt.Fprintf(out, "acltest: left open on it: %s%s\n", o, madeAt(o))
	}
}

// describe prints which device tests run on. It fails if the variables ask for a library
// that cannot be loaded.
func describe(out io.Writer) error {
	if err := checkAsked(); err != nil {
		return err
	}
	if !onLibrary() {
		fmt.Fprintf(out, "acltest: devices are simulated, %s unless a test says otherwise\n", sim.A2)
		return nil
	}
	lib, err := loadLibrary()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "acltest: devices are those of %s\n", lib.Describe())
	return nil
}
