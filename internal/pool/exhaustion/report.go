// SPDX-License-Identifier: Apache-2.0

package exhaustion

import (
	"cmp"
	"errors"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Report is the error of an allocation that has found no memory. Its figures are in bytes, at
// that moment. Its text is one line; %+v prints everything.
type Report struct {
	Pool, Stream string // names
	// Index is the index of the size that was refused, among Together sizes. Both are 0 for a
	// single allocation.
	Index, Together int

	Requested uint64 // requested by the program
	Rounded   uint64 // needed from the pool
	Used      uint64 // in live blocks of the pool
	Cached    uint64 // reserved and not used
	Pending   uint64 // part of Cached whose frees have not executed
	Limit     uint64 // largest size of the pool

	DeviceFree  uint64   // free memory of the device
	DeviceTotal uint64   // memory of the device
	OfDevice    bool     // the device has too little memory, and not the pool
	PendingOn   []string // names of the streams that pending frees of the pool wait for
	Others      []PoolUsage
	Err         error // error of the call of ACL

	Advice string  // what the program can do and the pool has not done
	Waits  []error // errors that ended the waits of AllocWaiting

	need    uint64         // bytes of all sizes together, rounded
	streams []*core.Stream // that pending frees of the pool wait for and, if OfDevice, of others
}

// Unwrap returns Err.
func (r *Report) Unwrap() error { return r.Err }

// request is what was asked for.
type request struct {
	size            uint64 // of the allocation that was refused
	index, together int
}

// reported returns the error of an allocation, as a Report if there was no memory. It counts
// such an allocation.
func reported(t *blocks.Table, s *core.Stream, asked request, err error) error {
	short, ok := errors.AsType[*engine.Shortage](err)
	if !ok {
		return err
	}
	t.NoteRefused(s, asked.size)
	f := short.Figures
	r := &Report{
		Pool: t.Name(), Stream: s.Name, Index: asked.index, Together: asked.together,
		Requested: asked.size, Used: f.Used, Cached: f.Reserved - f.Used, Pending: f.Pending, Limit: t.MaxSize,
		DeviceFree: short.DeviceFree, DeviceTotal: short.DeviceTotal, OfDevice: short.OfDevice,
		PendingOn: names(short.Pending), Err: short.Err, need: short.Need, streams: slices.Clone(short.Pending),
	}
	r.Rounded, _ = driver.RoundUp(asked.size, t.Engine.Granule()) // it was tried
	if r.OfDevice {
		var pending []*core.Stream
		r.Others, pending = usageOfOthers(t)
		r.streams = append(r.streams, pending...)
	}
	r.Advice = r.advice(false)
	return r
}

// pendingStreams returns the streams that pending frees wait for, each once.
func (r *Report) pendingStreams() []*core.Stream {
	streams := slices.Clone(r.streams)
	slices.SortFunc(streams, func(a, b *core.Stream) int { return cmp.Compare(a.ID, b.ID) })
	return slices.Compact(streams)
}

// pendingWouldServe reports whether the memory would be enough if nothing were pending.
func (r *Report) pendingWouldServe() bool {
	if r.need > r.Limit-min(r.Limit, r.Used) {
		return false
	}
	device := r.DeviceFree + r.Cached
	for _, o := range r.Others {
		device += o.Cached
	}
	return r.need <= device || !r.OfDevice
}

// completeElsewhere reports whether other pools of the device have cached memory that is not
// pending.
func (r *Report) completeElsewhere() bool {
	return r.OfDevice && slices.ContainsFunc(r.Others, func(o PoolUsage) bool { return o.Cached > o.Pending })
}

// advice returns what the program can do and the pool has not done. stuck means that pending
// frees will never execute.
func (r *Report) advice(stuck bool) string {
	switch {
	case r.need > r.DeviceTotal:
		return "ask for less than the device has"
	case r.need > r.Limit:
		return "make the pool larger"
	case r.need > r.Limit-min(r.Limit, r.Used):
		return "free blocks, or make the pool larger"
	case len(r.streams) > 0 && stuck:
		return "the streams with pending frees have failed: close them"
	case len(r.streams) > 0 && r.pendingWouldServe():
		if r.Together > 0 {
			return "Pool.TrimSync waits for pending frees"
		}
		return "Pool.Malloc waits for pending frees"
	case r.OfDevice:
		return "free memory of the device"
	}
	return "free blocks: the free ranges are too small"
}
