// SPDX-License-Identifier: Apache-2.0

package driver

// BatchOp is one operation of MemPoolBatch: a record of 32 bytes without pointers, laid
// out as in C. A record need not be cleared before it is used again.
type BatchOp struct {
	Kind   BatchKind
	Code   Code   // result: Success if and only if the operation was performed and succeeded
	Stream Stream // the stream that orders the operation
	Arg    uint64 // its meaning depends on Kind
	Addr   Addr   // result of BatchMalloc; 0 if it failed
}

// BatchKind is the kind of an operation in a batch.
type BatchKind int32

const (
	BatchFree   BatchKind = 0 // free the address Arg: FreeAsync
	BatchMalloc BatchKind = 1 // allocate Arg bytes: MallocAsync
	BatchFreeOf BatchKind = 2 // free the Addr of operation number Arg, which must precede this one; otherwise free NULL
)

// SetMalloc makes op allocate size bytes on s.
func (op *BatchOp) SetMalloc(size uint64, s Stream) {
	op.Kind, op.Stream, op.Arg = BatchMalloc, s, size
}

// SetFree makes op free the address a on s.
func (op *BatchOp) SetFree(a Addr, s Stream) {
	op.Kind, op.Stream, op.Arg = BatchFree, s, uint64(a)
}

// SetFreeOf makes op free on s the address that operation i of the same batch will
// allocate.
func (op *BatchOp) SetFreeOf(i int, s Stream) {
	op.Kind, op.Stream, op.Arg = BatchFreeOf, s, uint64(i)
}

// OneByOne performs a batch by separate calls of MallocAsync and FreeAsync. It defines the
// semantics of MemPoolBatch, and implements it for drivers that do not call into C.
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
