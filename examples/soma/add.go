// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// kernelName is the name of the kernel in its binary.
const kernelName = "add_custom"

// arguments are the arguments of the kernel, in its order.
type arguments struct {
	X, Y, Z acl.DevicePtr
	N       int64
}

// adder adds vectors on a device.
type adder struct {
	stream *stream.Stream
	pool   *mempool.Pool
	bin    *kernel.Binary
	kernel *kernel.Function
	blocks int
	out    io.Writer
}

func newAdder(dev *acl.Device, o options, out io.Writer) (a *adder, err error) {
	a = &adder{blocks: o.blocks, out: out}
	if a.bin, err = loadKernel(dev, o.kernel); err != nil {
		return nil, err
	}
	if a.kernel, err = a.bin.Function(kernelName); err != nil {
		return nil, err
	}
	if a.stream, err = stream.New(dev, stream.Config{Name: "soma"}); err != nil {
		return nil, err
	}
	if a.pool, err = mempool.New(context.Background(), dev, mempool.Config{Name: "soma"}); err != nil {
		return nil, err
	}
	return a, a.report("pool made")
}

func (a *adder) close(ctx context.Context) error {
	return errors.Join(a.pool.Close(ctx), a.stream.Close(ctx), a.bin.Close())
}

// add stores the sum of x and y in z. All work is enqueued on one stream, which executes it
// in order. Work that is enqueued after an allocation may use the memory, and a free is
// ordered after all work that was enqueued before it. So the host waits only once, at the
// end, when all memory has already been freed.
func (a *adder) add(ctx context.Context, z *acl.HostBuffer[float32], x, y vector) error {
	var vectors [3]mempool.Buffer[float32]
	for i := range vectors {
		v, err := mempool.NewBuffer[float32](a.pool, a.stream, z.Len())
		if err != nil {
			return err
		}
		vectors[i] = v
	}
	dx, dy, dz := vectors[0], vectors[1], vectors[2]
	args, err := kernel.Struct(&arguments{dx.View().Ptr(), dy.View().Ptr(), dz.View().Ptr(), int64(z.Len())})
	if err != nil {
		return err
	}
	dargs, err := a.pool.MallocAsync(a.stream, uint64(args.Size()))
	if err != nil {
		return err
	}
	if err := a.report("allocated x, y, z, arguments"); err != nil {
		return err
	}

	if err := a.copyIn(ctx, dx, x); err != nil {
		return err
	}
	if err := a.copyIn(ctx, dy, y); err != nil {
		return err
	}
	if err := stream.CopySliceToDevice(ctx, a.stream, dargs.View(), args.Bytes()); err != nil {
		return err
	}
	if err := a.kernel.LaunchWithDeviceArgs(a.stream, a.blocks, dargs.View()); err != nil {
		return err
	}
	if err := dz.CopyTo(a.stream, z); err != nil {
		return err
	}
	if err := a.report("copied in, launched, copied out"); err != nil {
		return err
	}

	err = errors.Join(
		dx.FreeAsync(a.stream), dy.FreeAsync(a.stream), dz.FreeAsync(a.stream), a.pool.FreeAsync(a.stream, dargs))
	if err != nil {
		return err
	}
	if err := a.report("freed, without waiting"); err != nil {
		return err
	}

	if err := a.stream.Synchronize(ctx); err != nil {
		return err
	}
	if err := a.report("synchronized"); err != nil {
		return err
	}
	if _, err := a.pool.TrimTo(0); err != nil {
		return err
	}
	return a.report("trimmed")
}

// chunk is the number of elements of a vector that are in host memory at once.
const chunk = 1 << 20

// copyIn copies a vector to the device in pieces. The stream stages each piece in pinned
// memory, so the next piece can be read into the same slice.
func (a *adder) copyIn(ctx context.Context, dst mempool.Buffer[float32], src vector) error {
	piece := make([]float32, min(chunk, dst.Len()))
	for off := 0; off < dst.Len(); off += len(piece) {
		piece = piece[:min(len(piece), dst.Len()-off)]
		if err := src.read(piece, off); err != nil {
			return err
		}
		part, err := dst.Slice(off, off+len(piece))
		if err != nil {
			return err
		}
		if err := part.CopyFromSlice(ctx, a.stream, piece); err != nil {
			return err
		}
	}
	return nil
}

// report prints the statistics of the pool after a step.
func (a *adder) report(step string) error {
	st, err := a.pool.Stats()
	if err != nil {
		return err
	}
	const mib = 1 << 20
	_, err = fmt.Fprintf(a.out, "%-32s used %5d MiB  reserved %5d MiB  pending %5d MiB\n",
		step, st.Used/mib, st.Reserved/mib, st.Pending/mib)
	return err
}
