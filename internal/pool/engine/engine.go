// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"

	"github.com/ascend-go/aclpool/internal/core"
)

// Engine allocates the memory of one pool.
type Engine interface {
	// Attach returns the engine's state for a stream, which is new to it. No stream is
	// locked by the caller.
	Attach(s *core.Stream) Lane
	// Info returns which engine this is and why.
	Info() Info
	// Granule returns the unit that sizes are rounded up to.
	Granule() uint64

	// Configure changes the settings. When it fails the old ones hold.
	Configure(Settings) error

	// Trim gives cached memory back to the device until no more than keep bytes are
	// reserved. It does not wait, and locks streams.
	Trim(keep uint64) (Trimmed, error)
	// Poll finds out which pending frees have executed. It does not wait, and locks
	// streams.
	Poll()
	// Look is Poll without making deferred frees on streams: the lanes make them where
	// they serve every stream, see Lane.AllocReclaiming.
	Look()
	// Await waits until the frees that are pending at the call have executed. It leaves
	// out the streams that have failed, and adds to them those that it finds failed. It
	// locks streams.
	Await(ctx context.Context, failed *Failures) error
	// AwaitStreams is Await for what is enqueued at the call on streams of the device.
	AwaitStreams(ctx context.Context, streams []*core.Stream, failed *Failures) error
	// PendingStreams returns the streams that pending frees wait for. It locks streams.
	PendingStreams() []*core.Stream

	// Figures returns the figures of the moment, and ResetPeaks begins the peaks anew.
	// Every stream of the pool is locked by the caller.
	Figures() (Figures, error)
	ResetPeaks() error

	// Close destroys the pool unless frees are pending on streams that have not failed,
	// and reports whether it did. Every stream of the pool is locked by the caller, and
	// nothing is allocated. It may be called again to give back what a Close has left.
	Close(failed *Failures) (done bool, err error)
	// Destroy destroys the pool whatever is allocated or pending. Every stream of the
	// pool is locked by the caller.
	Destroy() error
	// Abandon forgets the pool, which a reset of its device has destroyed.
	Abandon()
}

// Lane is an engine's state for one stream. The stream is locked during every call, and
// a call that succeeds counts its work on the stream.
type Lane interface {
	// Alloc allocates at least size bytes in the order of the stream. When it fails
	// perhaps for want of memory, IsRefusal reports so of the error.
	Alloc(size uint64) (Chunk, error)
	// Free frees a chunk in the order of the stream and after places. The streams of places
	// without a record are locked too. An error means that the chunk is lost or, when lost is false, that
	// nothing has happened.
	Free(c Chunk, after []Place) (lost bool, err error)
	// AllocN is Alloc for each operation, all or nothing. When it fails it returns the
	// index of the operation that did.
	AllocN(ops []Op) (failed int, err error)
	// AllocReclaiming is AllocN with everything that helps and does not wait, for
	// allocations that were refused: deferred frees that are ready are made, it is found
	// out which frees have executed, and as much cached memory goes back to the device as
	// the allocations need. Every stream of the pool is locked by the caller, and live
	// chunks are allocated; cause is the refusal. When memory is what is missing the error
	// is a *Shortage.
	AllocReclaiming(ops []Op, live uint64, cause error) (failed int, err error)
	// FreeN is Free for each operation. An error means that nothing has happened to any;
	// a chunk that is lost has the error in its operation. When it fails it returns the
	// index of the operation that did.
	FreeN(ops []Op) (failed int, err error)
	// Mark returns a record of an event at the end of the stream, with the caller as a user.
	// It is one that exists already if nothing has been enqueued since.
	Mark() (*core.Record, error)
	// Retire ends the lane of a stream that has closed, and reports whether it did: not
	// while deferred frees wait in it. The stream is not locked.
	Retire() bool
}

// Chunk is memory from an engine.
type Chunk struct {
	Addr uint64 // of the first byte
	Size uint64 // bytes that were asked for
	Ref  uint64 // the engine's own index
}

// Place is a point in the work of a stream that a free must be ordered after.
type Place struct {
	Stream *core.Stream
	Record *core.Record // of an event on Stream; nil for everything enqueued so far
}

// Op is one operation of a list.
type Op struct {
	Chunk Chunk   // to free; or Size is what to allocate, and the rest is set by AllocN
	After []Place // for frees
	Err   error   // set by FreeN: the chunk is lost
}
