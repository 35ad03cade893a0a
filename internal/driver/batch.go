// SPDX-License-Identifier: Apache-2.0

package driver

// BatchOp is one operation of MemPoolBatch: a record of 32 bytes without pointers, laid
// out as C sees it. A record that is used again need not be cleared.
type BatchOp struct {
	Kind   BatchKind
	Code   Code   // answered: Success exactly where the operation was done and succeeded
	Stream Stream // in whose order it happens
	Arg    uint64 // as Kind says
	Addr   Addr   // answered by BatchMalloc; 0 where it fails
}

// BatchKind says what an operation of a batch does.
type BatchKind int32

const (
	BatchFree   BatchKind = 0 // free the address Arg: FreeAsync
	BatchMalloc BatchKind = 1 // allocate Arg bytes: MallocAsync
	BatchFreeOf BatchKind = 2 // free the Addr of the operation number Arg; NULL, unless that comes before this one
)

// SetMalloc makes op allocate size bytes on s.
func (op *BatchOp) SetMalloc(size uint64, s Stream) {
	op.Kind, op.Stream, op.Arg = BatchMalloc, s, size
}

// SetFree makes op free an address on s.
func (op *BatchOp) SetFree(a Addr, s Stream) {
	op.Kind, op.Stream, op.Arg = BatchFree, s, uint64(a)
}

// SetFreeOf makes op free on s what the i-th operation of the same batch allocates, when
// its address is not known yet.
func (op *BatchOp) SetFreeOf(i int, s Stream) {
	op.Kind, op.Stream, op.Arg = BatchFreeOf, s, uint64(i)
}

// OneByOne is MemPoolBatch by calls of MallocAsync and FreeAsync: what it means, and how
// a driver does it that has no crossing to save.
func OneByOne(d API, ac Context, p Pool, ops []BatchOp) (first Status) {
	for i := range ops {
		var st Status
		op := &ops[i]
		switch op.Kind {
		case BatchMalloc:
			op.Addr, st = d.MallocAsync(ac, p, op.Arg, op.Stream)
		case BatchFreeOf:
			var a Addr
			if op.Arg < uint64(i) {
				a = ops[op.Arg].Addr
			}
			st = d.FreeAsync(ac, a, op.Stream)
		default:
			st = d.FreeAsync(ac, Addr(op.Arg), op.Stream)
		}
		op.Code = st.Code
		if first.OK() {
			first = st
		}
		if op.Kind == BatchMalloc && !st.OK() {
			for j := i + 1; j < len(ops); j++ {
				ops[j].Code = st.Code
			}
			break
		}
	}
	return first
}
