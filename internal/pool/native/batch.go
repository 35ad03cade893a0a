// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// AllocN allocates all, with one call into C, or none: when one allocation fails, those
// before it are freed again.
func (l *lane) AllocN(ops []engine.Op) (failed int, err error) {
	var total, largest uint64
	for i := range ops {
		r, ok := driver.RoundUp(ops[i].Chunk.Size, driver.Granule)
		if !ok {
			return i, errSize
		}
		if total += r; total < r {
			return i, fmt.Errorf("all %d together exceed 64 bits: %w", len(ops), errclass.Invalid)
		}
		largest = max(largest, r)
	}
	if err := l.makeRoom(total, largest); err != nil {
		return 0, l.refused(err)
	}
	batch := l.batch(len(ops))
	for i := range ops {
		batch[i].SetMalloc(rounded(ops[i].Chunk), l.stream.Handle)
	}
	if err := l.run(batch); err != nil {
		for failed < len(batch) && batch[failed].Code == driver.Success {
			failed++
		}
		l.giveBack(ops[:failed], batch[:failed])
		return failed, l.refused(err)
	}
	for i := range ops {
		l.stream.Note()
		ops[i].Chunk.Addr, ops[i].Chunk.Ref = uint64(batch[i].Addr), l.stream.ID
	}
	if l.tap.Listening() {
		l.grown()
	}
	return 0, nil
}

// giveBack frees the allocations of a batch that has failed further on.
func (l *lane) giveBack(ops []engine.Op, batch []driver.BatchOp) {
	if len(batch) == 0 {
		return
	}
	for i := range batch {
		ops[i].Chunk.Addr = uint64(batch[i].Addr)
		batch[i].SetFree(batch[i].Addr, l.stream.Handle)
	}
	l.finishFrees(ops, batch, l.run(batch))
}

// FreeN frees all, with one call into C unless some must be deferred.
func (l *lane) FreeN(ops []engine.Op) (failed int, err error) {
	defers := false
	for i := range ops {
		if l.mustDefer(ops[i].Chunk, ops[i].After) {
			defers = true
			f, err := l.prepare(ops[i].Chunk, ops[i].After)
			if err != nil {
				l.dropPrepared()
				return i, err
			}
			l.prepared = append(l.prepared, f)
		}
	}
	if defers {
		l.freeOneByOne(ops)
		return 0, nil
	}
	batch := l.batch(len(ops))
	for i := range ops {
		batch[i].SetFree(driver.Addr(ops[i].Chunk.Addr), l.stream.Handle)
	}
	l.finishFrees(ops, batch, l.run(batch))
	return 0, nil
}

// freeOneByOne commits the prepared frees, and frees the rest.
func (l *lane) freeOneByOne(ops []engine.Op) {
	prepared := l.prepared
	for i := range ops {
		if l.mustDefer(ops[i].Chunk, ops[i].After) {
			l.commit(prepared[0])
			prepared = prepared[1:]
			ops[i].Err = nil
			continue
		}
		_, ops[i].Err = l.Free(ops[i].Chunk, nil)
	}
	clear(l.prepared)
	l.prepared = l.prepared[:0]
}

// finishFrees counts how the frees of a batch have ended, which has returned err.
func (l *lane) finishFrees(ops []engine.Op, batch []driver.BatchOp, err error) {
	for i := range ops {
		ops[i].Err = nil
		if batch[i].Code == driver.Success {
			l.pending.note(l.stream, rounded(ops[i].Chunk))
		} else {
			ops[i].Err = l.lose(ops[i].Chunk, err)
		}
	}
}

// batch returns n operations to fill in.
func (l *lane) batch(n int) []driver.BatchOp {
	if n > len(l.ops) {
		l.ops = make([]driver.BatchOp, n)
	}
	return l.ops[:n]
}

func (l *lane) run(batch []driver.BatchOp) error {
	st := l.dev.Driver.MemPoolBatch(l.dev.Context, l.handle, batch)
	if st.OK() {
		return nil
	}
	op := "aclrtMemPoolFreeAsync"
	for i := range batch {
		if batch[i].Code != driver.Success {
			if batch[i].Kind == driver.BatchMalloc {
				op = "aclrtMemPoolMallocAsync"
			}
			break
		}
	}
	return fail(op, st)
}
