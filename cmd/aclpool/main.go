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

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer

	outTerminal, errTerminal bool // which of them is one
}

// command is one of the things that the tool does.
type command struct {
	name, summary string
	run           func(args []string, std streams) error
}

var commands = []command{
	{"replay", "run traces of pool operations on the simulated device", runReplay},
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

// run does what the arguments say and answers the exit status.
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
		case !errors.Is(err, errTold):
			fmt.Fprintf(std.err, "aclpool %s: %v\n", c.name, err)
		}
		return exitFailed
	}
	fmt.Fprintf(std.err, "aclpool: no command %q\n", args[0])
	usage(std.err)
	return exitFailed
}

// errTold is a failure of which the user has been told.
var errTold = errors.New("told")

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: aclpool COMMAND [ARGUMENTS]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-8s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\naclpool COMMAND -h says more about one.\n")
}
