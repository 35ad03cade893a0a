// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"slices"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// copyIn copies bytes to the start of dst through the staging memory.
func (st *state) copyIn(ctx context.Context, dst acl.View, src []byte) error {
	return leased(st.core, func() error {
		for off := 0; off < len(src); off += st.staging.chunkSize {
			k, err := st.take(ctx)
			if err != nil {
				return err
			}
			n := copy(k.mem.Bytes(uint64(st.staging.chunkSize)), src[off:])
			err = st.copyChunk(k, onDevice(dst).Offset(uint64(off)), k.mem, n, driver.CopyHostToDevice)
			st.staging.idle <- k
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// flight is a copy to the host that is under way, whose bytes go to dst.
type flight struct {
	chunk *chunk
	dst   []byte
}

// copyOut fills dst from the start of src. While the host empties one chunk the device
// fills the next ones, as far as there are any at once.
func (st *state) copyOut(ctx context.Context, dst []byte, src acl.View) error {
	return leased(st.core, func() error {
		flights := make([]flight, 0, chunks)
		defer func() {
			for _, f := range flights { // left by an error; the next taker waits for the copy
				st.staging.idle <- f.chunk
			}
		}()
		for off := 0; off < len(dst) || len(flights) > 0; {
			if off < len(dst) {
				k, err := st.takeBeside(ctx, len(flights))
				if err != nil {
					return err
				}
				if k != nil {
					n := min(st.staging.chunkSize, len(dst)-off)
					flights = append(flights, flight{k, dst[off : off+n]})
					if err := st.copyChunk(k, k.mem, onDevice(src).Offset(uint64(off)), n, driver.CopyDeviceToHost); err != nil {
						return err
					}
					off += n
					continue
				}
			}
			f := flights[0]
			if err := st.await(ctx, f.chunk); err != nil {
				return err
			}
			copy(f.dst, f.chunk.mem.Bytes(uint64(st.staging.chunkSize)))
			st.staging.idle <- f.chunk
			flights = slices.Delete(flights, 0, 1)
		}
		return st.check(ctx)
	})
}

// check reports whether work of the stream has failed. Only a synchronize does, and that would
// wait for what other goroutines have enqueued meanwhile: then a later one reports it.
func (st *state) check(ctx context.Context) error {
	_, err := st.whenIdle(ctx, st.poll, keepOpen)
	return st.report(err)
}

// takeBeside takes a chunk for a caller that holds some already. With some held it does
// not wait, and may return nil.
func (st *state) takeBeside(ctx context.Context, held int) (*chunk, error) {
	if held > 0 {
		return st.tryTake()
	}
	return st.take(ctx)
}

// copyChunk enqueues a copy of n bytes into or out of a chunk, and records the event of
// the chunk after it.
func (st *state) copyChunk(k *chunk, dst, src driver.Mem, n int, kind driver.MemcpyKind) error {
	c := st.core
	if err := c.Lock(); err != nil {
		return err
	}
	defer c.Unlock()
	d := c.Device
	op := beginSliceCopy(c, dst, src, uint64(n), kind)
	if err := op.Check(); err != nil {
		return err
	}
	status := d.Driver.MemcpyAsync(d.Context, dst, uint64(n), src, uint64(n), kind, c.Handle)
	if err := aclerr.Of("aclrtMemcpyAsync", status); err != nil {
		return err
	}
	k.work, k.recorded = c.Note(), false
	op.Done(status)
	if err := aclerr.Of("aclrtRecordEvent", d.Driver.RecordEvent(d.Context, k.event, c.Handle)); err != nil {
		return err
	}
	k.work, k.recorded = c.Note(), true
	k.setMark(c)
	return nil
}

// beginSliceCopy begins a copy between device memory and a slice. The memory of the chunk is
// not the program's.
func beginSliceCopy(c *core.Stream, dst, src driver.Mem, n uint64, kind driver.MemcpyKind) *core.Op {
	if kind == driver.CopyDeviceToHost {
		op := c.Begin("copy slice to host")
		op.Uses(hazard.Read, src.Addr, n, 0)
		return op
	}
	op := c.Begin("copy slice to device")
	op.Uses(hazard.Write, dst.Addr, n, 0)
	return op
}
