// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"

	"github.com/ascend-go/aclpool/internal/core"
)

// Engine allocates the memory of one pool.
type Engine interface {
	// Attach returns the engine's state for a stream that is new to it. The caller holds no
	// stream's lock.
	Attach(s *core.Stream) Lane
	// Info returns which engine this is and why.
	Info() Info
	// Granule returns the unit that sizes are rounded up to.
	Granule() uint64

	// Configure changes the settings. If it fails, the old settings stay in effect.
	Configure(Settings) error

	// Trim returns cached memory to the device until no more than keep bytes are reserved.
	// It does not wait. It locks streams.
	Trim(keep uint64) (Trimmed, error)
	// Poll finds out which pending frees have executed. It does not wait, and locks
	// streams.
	Poll()
	// Look is Poll, but submits no deferred frees: Lane.AllocReclaiming submits them so that
	// every stream can reuse the memory.
	Look()
	// Await waits until the frees that are pending at the call have executed. It does not
	// wait for the streams in failed, and adds those that fail meanwhile. It locks streams.
	Await(ctx context.Context, failed *Failures) error
	// AwaitStreams is Await for the work that is enqueued at the call on streams of the
	// device.
	AwaitStreams(ctx context.Context, streams []*core.Stream, failed *Failures) error
	// PendingStreams returns the streams that pending frees wait for. It locks streams.
	PendingStreams() []*core.Stream

	// Figures returns the current figures, and ResetPeaks sets the peaks to them. The caller
	// holds the locks of all streams of the pool.
	Figures() (Figures, error)
	ResetPeaks() error

	// Close destroys the pool unless frees are pending on streams that have not failed, and
	// reports whether it did. The caller holds the locks of all streams of the pool, and no
	// memory is allocated. After an error it may be called again, to release what is left.
	Close(failed *Failures) (done bool, err error)
	// Destroy destroys the pool even if memory is allocated or frees are pending. The caller
	// holds the locks of all streams of the pool.
	Destroy() error
	// Abandon drops the pool without a call of ACL: a reset of its device has destroyed it.
	Abandon()
}

// Lane is an engine's state for one stream. The stream is locked during every call, except
// Retire. A call that succeeds counts its work on the stream.
type Lane interface {
	// Alloc allocates at least size bytes in the order of the stream. If it may have failed
	// for lack of memory, the error is a *Refusal.
	Alloc(size uint64) (Chunk, error)
	// Free frees a chunk in the order of the stream and after places. The streams of places
	// without a record are locked, too. If it fails, the chunk is lost if lost is true;
	// otherwise it is still allocated.
	Free(c Chunk, after []Place) (lost bool, err error)
	// AllocN is Alloc for each operation: either all succeed, or nothing is allocated. If it
	// fails, it returns the index of the operation that failed.
	AllocN(ops []Op) (failed int, err error)
	// AllocReclaiming is AllocN for allocations that were refused. It submits deferred frees
	// that are ready, queries which frees have executed, and returns as much cached memory to
	// the device as the allocations need. It does not wait. The caller holds the locks of all
	// streams of the pool. live is the number of allocated chunks, and cause is the refusal.
	// If there is no memory, the error is a *Shortage.
	AllocReclaiming(ops []Op, live uint64, cause error) (failed int, err error)
	// FreeN is Free for each operation. If it fails, nothing has been freed, and it returns
	// the index of the operation that failed. The error of a lost chunk is in its operation.
	FreeN(ops []Op) (failed int, err error)
	// Mark returns a record of an event at the end of the stream, with the caller as a user.
	// It returns an existing record if no work has been enqueued since.
	Mark() (*core.Record, error)
	// Retire removes the lane of a closed stream, unless it holds deferred frees, and reports
	// whether it did. The stream is not locked.
	Retire() bool
}

// Chunk is memory from an engine.
type Chunk struct {
	Addr uint64 // address of the first byte
	Size uint64 // requested bytes
	Ref  uint64 // index for the engine's use
}

// Place is a point in the work of a stream that a free must be ordered after.
type Place struct {
	Stream *core.Stream
	Record *core.Record // record of an event on Stream; nil for all work enqueued so far
}

// Op is one operation of AllocN or FreeN.
type Op struct {
	Chunk Chunk   // the chunk to free; for AllocN, its size, and AllocN sets the rest
	After []Place // places that a free is ordered after
	Err   error   // set by FreeN if the chunk is lost
}
