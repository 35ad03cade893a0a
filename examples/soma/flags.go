// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// options are the options of the command line.
type options struct {
	n       int
	x, y, z string // file names; empty if not given
	device  int
	kernel  string // file
	blocks  int
}

// mostBlocks is the limit of -blocks, more than any device has cores.
const mostBlocks = 4096

const usage = `usage: soma [flags]

Adds two vectors of float32 on an Ascend device, with all device memory from a
stream-ordered pool, and checks every element.

`

// errUsage is an invalid command line that has already been reported.
var errUsage = errors.New("wrong command line")

// parse parses the command line and opens the input. It writes the usage to out if the
// command line is invalid or asks for help.
func parse(args []string, out io.Writer) (o options, x, y vector, err error) {
	fs := flag.NewFlagSet("soma", flag.ContinueOnError)
	fs.SetOutput(out)
	fs.Usage = func() {
		fmt.Fprint(out, usage)
		fs.PrintDefaults()
	}
	fs.IntVar(&o.n, "n", 1_000_003, "add random vectors of `n` elements")
	fs.StringVar(&o.x, "x", "", "`file` of the first vector, raw little-endian float32; needs -y")
	fs.StringVar(&o.y, "y", "", "`file` of the second vector, as long as the first")
	fs.StringVar(&o.z, "z", "", "`file` to write the sum to")
	fs.IntVar(&o.device, "device", 0, "`number` of the device")
	fs.StringVar(&o.kernel, "kernel", "", "`file` of the kernel binary, built from kernel/add_custom.cpp; none is the kernel in Go,\nwhich only simulated devices run")
	fs.IntVar(&o.blocks, "blocks", 8, "`number` of blocks that share the work")
	if err := fs.Parse(args); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			err = fmt.Errorf("%w: %w", errUsage, err)
		}
		return o, nil, nil, err
	}
	chosen := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { chosen[f.Name] = true })
	switch {
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q: files are given by -x and -y", fs.Arg(0))
	case (o.x == "") != (o.y == ""):
		err = errors.New("-x and -y go together")
	case o.x != "" && chosen["n"]:
		err = errors.New("-n makes random vectors and -x, -y read them: choose one")
	case o.n <= 0:
		err = fmt.Errorf("-n is %d: want at least one element", o.n)
	case o.blocks <= 0 || o.blocks > mostBlocks:
		err = fmt.Errorf("-blocks is %d: want a number from 1 to %d", o.blocks, mostBlocks)
	case o.z != "":
		err = writable(o)
	}
	if err != nil {
		return o, nil, nil, err
	}
	if o.x == "" {
		return o, randomVector{1}, randomVector{2}, nil
	}
	return openBoth(o)
}

// writable returns an error if the output file cannot be written or is an input file.
func writable(o options) error {
	f, err := os.OpenFile(o.z, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	out, err := f.Stat()
	if err != nil {
		return err
	}
	for _, name := range []string{o.x, o.y} {
		if in, err := os.Stat(name); err == nil && os.SameFile(in, out) {
			return fmt.Errorf("-z is %s, which is an input: name another file", o.z)
		}
	}
	return nil
}

// openBoth opens the two input files, which must have the same length.
func openBoth(o options) (_ options, x, y vector, err error) {
	fx, nx, err := openVector(o.x)
	if err != nil {
		return o, nil, nil, err
	}
	fy, ny, err := openVector(o.y)
	if err != nil {
		return o, nil, nil, errors.Join(err, fx.close())
	}
	if nx != ny {
		err = fmt.Errorf("%s has %d elements and %s has %d: want the same number", o.x, nx, o.y, ny)
		return o, nil, nil, errors.Join(err, fx.close(), fy.close())
	}
	o.n = nx
	return o, fx, fy, nil
}
