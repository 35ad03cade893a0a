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

// Report is the error of an allocation that has found no memory, with the figures of that
// moment in bytes. Its text is one line; %+v prints everything.
type Report struct {
	Pool, Stream string // names
	// Index is that of the size which was refused, of Together sizes; both are 0 for a single
	// allocation.
	Index, Together int

	Requested uint64 // as the program asked for
	Rounded   uint64 // what it takes from the pool
	Used      uint64 // in live blocks of the pool
	Cached    uint64 // reserved and not used
	Pending   uint64 // of Cached: waits for frees to execute
	Limit     uint64 // the most that the pool can hold

	DeviceFree  uint64   // of the device's memory
	DeviceTotal uint64   // memory of the device
	OfDevice    bool     // the device has too little memory, and not the pool
	PendingOn   []string // names of the streams that pending frees of the pool wait for
	Others      []PoolUsage
	Err         error // of the call into ACL

	Advice string  // what the program can do and the pool has not done
	Waits  []error // what ended the waits of AllocWaiting

	need    uint64         // for everything that is allocated together, rounded
	streams []*core.Stream // of the pool and, if OfDevice, of others
}

// Unwrap returns Err.
func (r *Report) Unwrap() error { return r.Err }

// request is what was asked for.
type request struct {
	size            uint64 // of the allocation that was refused
	index, together int
}

// reported makes the error of an allocation a Report if memory was what was missing, and
// counts it.
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

// pendingStreams returns the streams whose frees may help, each once.
func (r *Report) pendingStreams() []*core.Stream {
	streams := slices.Clone(r.streams)
	slices.SortFunc(streams, func(a, b *core.Stream) int { return cmp.Compare(a.ID, b.ID) })
	return slices.Compact(streams)
}

// pendingWouldDo reports whether the memory would be enough if nothing was pending.
func (r *Report) pendingWouldDo() bool {
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
	case len(r.streams) > 0 && r.pendingWouldDo():
		if r.Together > 0 {
			return "Pool.TrimSync waits for pending frees"
		}
		return "Pool.Malloc waits for pending frees"
	case r.OfDevice:
		return "free memory of the device"
	}
	return "free blocks: the free ranges are too small"
}
