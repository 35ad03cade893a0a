// SPDX-License-Identifier: Apache-2.0

// Command soma adds two vectors on an Ascend device, with all device memory from a
// stream-ordered pool: allocate, copy in, launch a kernel, copy out and free, all in the
// order of one stream; then wait once, and check every element.
//
//	go run -tags fakeacl ./examples/soma
//	go run ./examples/soma -kernel add_custom.o -x x.bin -y y.bin -z z.bin
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/ascend-go/aclpool/acl"
)

func main() {
	ctx := context.Background()
	err := run(ctx, os.Args[1:], os.Stdout)
	// After a failure, work may be pending and memory in use. This closes everything that
	// is still open, in the only safe order.
	err = errors.Join(err, acl.ShutdownForce(ctx))
	switch {
	case err == nil:
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage): // already reported by parse
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "soma:", err)
		os.Exit(1)
	}
}

// run runs the program with the command line args and prints to out.
func run(ctx context.Context, args []string, out io.Writer) error {
	o, x, y, err := parse(args, out)
	if err != nil {
		return err
	}
	defer x.close()
	defer y.close()

	dev, err := acl.Open(o.device)
	if err != nil {
		return err
	}
	if err := describe(dev, out); err != nil {
		return err
	}
	a, err := newAdder(dev, o, out)
	if err != nil {
		return err
	}
	z, err := acl.NewHostBuffer[float32](dev, o.n)
	if err != nil {
		return err
	}
	if err := a.add(ctx, z, x, y); err != nil {
		return err
	}
	if err := check(z.Slice(), x, y); err != nil {
		return err
	}
	fmt.Fprintf(out, "all %d sums are right\n", o.n)
	if o.z != "" {
		if err := writeVector(o.z, z.Slice()); err != nil {
			return err
		}
	}
	return errors.Join(a.close(ctx), z.Close(), dev.Close(ctx)) // children first
}

// describe prints the device and the driver.
func describe(dev *acl.Device, out io.Writer) error {
	mem, err := dev.MemInfo()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s, %d of %d MiB free\ndriver: %s\n",
		dev, dev.SocName(), mem.Free>>20, mem.Total>>20, dev.Backend())
	return err
}
