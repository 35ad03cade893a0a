// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"
	"sort"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// AllocN allocates all chunks with one call into C. If one allocation fails, it frees those
// before it.
func (l *lane) AllocN(ops []engine.Op) (failed int, err error) {
	if failed, err := checkSizes(ops); err != nil {
		return failed, err
	}
	if err := l.checkList(totalOf(ops)); err != nil {
		return 0, err
	}
	if err := l.makeRoomFor(ops); err != nil {
		return 0, refused(err)
	}
	done, err := l.allocBatch(ops)
	if err != nil {
		l.giveBack(ops[:done])
	}
	return done, err
}

// checkSizes returns an error for a size that cannot be rounded or added to those before it, and
// its index.
func checkSizes(ops []engine.Op) (failed int, err error) {
	var total uint64
	for i := range ops {
		r, ok := driver.RoundUp(ops[i].Chunk.Size, driver.Granule)
		if !ok {
			return i, errSize
		}
		if total += r; total < r {
			return i, fmt.Errorf("all %d together exceed 64 bits: %w", len(ops), errclass.Invalid)
		}
	}
	return 0, nil
}

// makeRoomFor is makeRoom for a list.
func (l *lane) makeRoomFor(ops []engine.Op) error {
	var largest uint64
	for i := range ops {
		largest = max(largest, rounded(ops[i].Chunk))
	}
	return l.makeRoom(totalOf(ops), largest)
}

// firstWithoutRoom returns the index of the first allocation of a list for which there is no
// room after those before it.
func (l *lane) firstWithoutRoom(ops []engine.Op) int {
	defer l.endRoom()
	return sort.Search(len(ops)-1, func(i int) bool { return l.makeRoomFor(ops[:i+1]) != nil })
}

// totalOf returns the bytes that allocations take together.
func totalOf(ops []engine.Op) (total uint64) {
	for i := range ops {
		total += rounded(ops[i].Chunk)
	}
	return total
}

// checkList refuses a list that may not fit, if trims take pending memory. The frees of a list
// that has failed are pending, and no trim is possible until they have executed. So such a list
// is left to AllocReclaiming, which frees nothing before its end.
func (l *lane) checkList(total uint64) error {
	if !l.guards.trims {
		return nil
	}
	f, err := l.figures()
	if err != nil || total <= l.cfg.MaxSize-min(l.cfg.MaxSize, f.Reserved) {
		return err
	}
	return refused(errFull)
}

// allocBatch allocates with one call into C until one allocation fails, and returns how
// many have not.
func (l *lane) allocBatch(ops []engine.Op) (done int, err error) {
	batch := l.batch(len(ops))
	for i := range ops {
		batch[i].SetMalloc(rounded(ops[i].Chunk), l.stream.Handle)
	}
	err = l.run(batch)
	for done < len(ops) && batch[done].Code == driver.Success {
		l.stream.Note()
		l.allocated(rounded(ops[done].Chunk))
		ops[done].Chunk.Addr, ops[done].Chunk.Ref = uint64(batch[done].Addr), l.stream.ID
		done++
	}
	if l.room.checked {
		l.noteGrowth(totalOf(ops[:done]))
	}
	if done > 0 && l.tap.Listening() {
		l.grown()
	}
	return done, refused(err)
}

// giveBack frees the first allocations of a list of which a later one has failed.
func (l *lane) giveBack(ops []engine.Op) {
	if len(ops) > 0 {
		l.freeBatch(ops)
	}
}

// FreeN frees all chunks, with one call into C unless some frees must be deferred.
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
	l.freeBatch(ops)
	return 0, nil
}

// freeBatch frees with one call into C.
func (l *lane) freeBatch(ops []engine.Op) {
	batch := l.batch(len(ops))
	for i := range ops {
		batch[i].SetFree(driver.Addr(ops[i].Chunk.Addr), l.stream.Handle)
	}
	l.finishFrees(ops, batch, l.run(batch))
}

// freeOneByOne defers the prepared frees and makes the others.
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

// finishFrees counts the results of the frees of a batch. err is the error of the batch.
func (l *lane) finishFrees(ops []engine.Op, batch []driver.BatchOp, err error) {
	for i := range ops {
		ops[i].Err = nil
		if batch[i].Code == driver.Success {
			l.freed(rounded(ops[i].Chunk))
		} else {
			ops[i].Err = l.lose(ops[i].Chunk, err)
		}
	}
}

// batch returns n operations for the caller to fill in.
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
