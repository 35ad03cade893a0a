// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 2
)

// streams are the standard streams of a command.
type streams struct {
	in       io.Reader
	out, err io.Writer

	outTerminal, errTerminal bool // whether out and err are terminals
}

// command is a subcommand of the tool.
type command struct {
	name, summary string
	run           func(args []string, std streams) error
}

var commands = []command{
	{"replay", "replay traces of pool operations on a simulated device", runReplay},
}

func main() {
	os.Exit(run(os.Args[1:], streams{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		outTerminal: isTerminal(os.Stdout), errTerminal: isTerminal(os.Stderr),
	}))
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// run runs the command that args name and returns the exit status.
func run(args []string, std streams) int {
	if len(args) == 0 {
		usage(std.err)
		return exitFailed
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(std.out)
		return exitOK
	}
	for _, c := range commands {
		if c.name != args[0] {
			continue
		}
		switch err := c.run(args[1:], std); {
		case err == nil || errors.Is(err, flag.ErrHelp):
			return exitOK
		case !errors.Is(err, errReported):
			fmt.Fprintf(std.err, "aclpool %s: %v\n", c.name, err)
		}
		return exitFailed
	}
	fmt.Fprintf(std.err, "aclpool: unknown command %q\n", args[0])
	usage(std.err)
	return exitFailed
}

// errReported is a failure that has already been printed.
var errReported = errors.New("already reported")

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: aclpool COMMAND [ARGUMENTS]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-8s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\nRun 'aclpool COMMAND -h' for the usage of a command.\n")
}
