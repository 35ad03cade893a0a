// SPDX-License-Identifier: Apache-2.0

// Command foreign enqueues the work of other ACL code on a stream of aclpool: here a C
// function that fills memory of a pool. An operator library such as aclnn is called in the
// same way.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

func main() {
	dev, err := acl.Open(0)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	if err := errors.Join(run(ctx, dev, os.Stdout), dev.Close(ctx), acl.Shutdown(ctx)); err != nil {
		log.Fatal(err)
	}
}

// run fills a block by foreign code between its allocation and its free, which all are
// enqueued on one stream: the host waits once, for the result.
func run(ctx context.Context, dev *acl.Device, out io.Writer) (err error) {
	s, err := stream.New(dev, stream.Config{Name: "foreign"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(ctx)) }()
	pool, err := mempool.New(ctx, dev, mempool.Config{Name: "foreign", MaxSize: 64 << 20})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close(ctx)) }()

	x, err := mempool.NewBuffer[uint8](pool, s, 1<<20)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.FreeAsync(s)) }()
	err = s.Enqueue(func(handle uintptr) error {
		return fill(dev.Backend(), handle, x.Ptr(), 7, uint64(x.Len()))
	})
	if err != nil {
		return err
	}
	got := make([]uint8, x.Len())
	if err := x.CopyToSlice(ctx, s, got); err != nil {
		return err
	}
	for i, v := range got {
		if v != 7 {
			return fmt.Errorf("byte %d is %d", i, v)
		}
	}
	fmt.Fprintf(out, "the C function has filled %d bytes on %s\n", len(got), dev.Backend())
	return nil
}
