// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// OutOfMemoryError is the error of an allocation that has found no memory, with the figures
// of that moment in bytes. It is [acl.ErrOutOfMemory], and wraps the error of the call
// into ACL. Its text is one line; %+v prints everything.
type OutOfMemoryError struct {
	Pool, Stream string // names
	// Index is that of the size which was refused, of Together sizes in a MallocAsyncN;
	// both are 0 for a single allocation.
	Index, Together int

	Requested uint64 // as the program asked for
	Rounded   uint64 // what it takes from the pool
	Used      uint64 // in live blocks of the pool
	Cached    uint64 // reserved and not used
	Pending   uint64 // of Cached: waits for frees to execute
	Limit     uint64 // the most that the pool can hold

	DeviceFree  uint64 // of the device's memory
	DeviceTotal uint64 // memory of the device
	// OfDevice reports whether it is the device that has too little memory, and not the
	// pool.
	OfDevice bool
	// PendingOn names the streams that pending frees of the pool wait for.
	PendingOn []string
	// Others is the other pools of the device that hold memory, if OfDevice.
	Others []PoolUsage
	Err    error // of the call into ACL

	need    uint64         // for everything that is allocated together, rounded
	stuck   bool           // pending frees will never execute
	streams []*core.Stream // of the pool and, if OfDevice, of others
}

// PoolUsage is the memory that a pool of the device holds, in bytes.
type PoolUsage struct {
	Pool    string   // its name
	Used    uint64   // in live blocks
	Cached  uint64   // reserved and not used
	Pending uint64   // of Cached: waits for frees to execute
	Streams []string // that pending frees wait for
}

// outOfMemory returns the error of an allocation for which memory is what was missing, and
// counts it; nil for any other.
func (p *pool) outOfMemory(s *stream.Stream, size uint64, err error) *OutOfMemoryError {
	short, ok := errors.AsType[*engine.Shortage](err)
	if !ok {
		return nil
	}
	p.mu.Lock()
	p.refused++
	p.mu.Unlock()
	if p.events.Listening() {
		p.emitExhausted(s, size)
	}
	f := short.Figures
	e := &OutOfMemoryError{
		Pool: p.name(), Stream: s.Name(), Requested: size,
		Used: f.Used, Cached: f.Reserved - f.Used, Pending: f.Pending, Limit: p.maxSize,
		DeviceFree: short.DeviceFree, DeviceTotal: short.DeviceTotal, OfDevice: short.OfDevice,
		PendingOn: names(short.Pending), Err: short.Err, need: short.Need, streams: slices.Clone(short.Pending),
	}
	e.Rounded, _ = driver.RoundUp(size, p.granule) // it was tried
	if e.OfDevice {
		var pending []*core.Stream
		e.Others, pending = p.usageOfOthers()
		e.streams = append(e.streams, pending...)
	}
	return e
}

// forgetRefusal takes back that an allocation was counted, which is tried again.
func (p *pool) forgetRefusal() {
	p.mu.Lock()
	p.refused--
	p.mu.Unlock()
}

// pending returns the streams whose frees may help, each once.
func (e *OutOfMemoryError) pending() []*core.Stream {
	streams := slices.Clone(e.streams)
	slices.SortFunc(streams, func(a, b *core.Stream) int { return int(int64(a.ID) - int64(b.ID)) })
	return slices.Compact(streams)
}

// pendingWouldDo reports whether the memory would be enough if nothing was pending.
func (e *OutOfMemoryError) pendingWouldDo() bool {
	if e.need > e.Limit-min(e.Limit, e.Used) {
		return false
	}
	device := e.DeviceFree + e.Cached
	for _, o := range e.Others {
		device += o.Cached
	}
	return e.need <= device || !e.OfDevice
}

// completeElsewhere reports whether other pools of the device have cached memory that is not
// pending.
func (e *OutOfMemoryError) completeElsewhere() bool {
	return e.OfDevice && slices.ContainsFunc(e.Others, func(o PoolUsage) bool { return o.Cached > o.Pending })
}

// Error returns the request, the figures and what the program can do, in one line.
func (e *OutOfMemoryError) Error() string {
	what := sizeText(e.Requested)
	if e.Together > 0 {
		what += fmt.Sprintf(" (%d of %d)", e.Index+1, e.Together)
	}
	return fmt.Sprintf("mempool: allocate %s from %q on %q: out of memory: %s: %s",
		what, shortened(e.Pool), shortened(e.Stream), e.figures(), e.advice())
}

// figures returns those of the pool, or of the device if that has too little memory.
func (e *OutOfMemoryError) figures() string {
	if e.OfDevice {
		return fmt.Sprintf("the device has %s of %s free, the pool %s cached", sizeText(e.DeviceFree), sizeText(e.DeviceTotal), sizeText(e.Cached))
	}
	return fmt.Sprintf("%s used, %s cached, %s pending of %s", sizeText(e.Used), sizeText(e.Cached), sizeText(e.Pending), sizeText(e.Limit))
}

// advice says what the program can do and the pool has not done.
func (e *OutOfMemoryError) advice() string {
	switch {
	case e.need > e.DeviceTotal:
		return "ask for less than the device has"
	case e.need > e.Limit:
		return "make the pool larger"
	case e.need > e.Limit-min(e.Limit, e.Used):
		return "free blocks, or make the pool larger"
	case len(e.streams) > 0 && e.stuck:
		return "the streams with pending frees have failed: close them"
	case len(e.streams) > 0 && e.pendingWouldDo():
		if e.Together > 0 {
			return "Pool.TrimSync waits for pending frees"
		}
		return "Pool.Malloc waits for pending frees"
	case e.OfDevice:
		return "free memory of the device"
	}
	return "free blocks: the free ranges are too small"
}

// Is reports whether target is [acl.ErrOutOfMemory].
func (e *OutOfMemoryError) Is(target error) bool { return target == acl.ErrOutOfMemory }

// Unwrap returns Err.
func (e *OutOfMemoryError) Unwrap() error { return e.Err }

// Format prints the text of Error, and with %+v everything else on further lines.
func (e *OutOfMemoryError) Format(f fmt.State, verb rune) {
	switch {
	case verb == 'q':
		fmt.Fprintf(f, "%q", e.Error())
	case verb == 'v' && f.Flag('+'):
		_, _ = io.WriteString(f, e.details())
	default:
		_, _ = io.WriteString(f, e.Error())
	}
}

func (e *OutOfMemoryError) details() string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s\n  %d bytes, rounded up to %d, from %q on stream %q\n", e.Error(), e.Requested, e.Rounded, e.Pool, e.Stream)
	fmt.Fprintf(&t, "  pool: %d bytes used, %d cached, %d of them pending%s; at most %d\n", e.Used, e.Cached, e.Pending, behind(e.PendingOn), e.Limit)
	fmt.Fprintf(&t, "  device: %d of %d bytes free", e.DeviceFree, e.DeviceTotal)
	for _, o := range e.Others {
		fmt.Fprintf(&t, "\n  pool %q of the device: %d bytes used, %d cached, %d of them pending%s", o.Pool, o.Used, o.Cached, o.Pending, behind(o.Streams))
	}
	fmt.Fprintf(&t, "\n  ACL: %v", e.Err)
	return t.String()
}

// behind names the streams that frees wait for.
func behind(streams []string) string {
	if len(streams) == 0 {
		return ""
	}
	return fmt.Sprintf(" behind %q", streams)
}

// shortened cuts a long name.
func shortened(name string) string {
	const most = 13
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

const unitLetters = "KMGTPE"

// sizeText returns bytes in the largest unit of which there is at least one.
func sizeText(n uint64) string {
	const step = 1024
	if n < step {
		return fmt.Sprintf("%d B", n)
	}
	size, unit := float64(n)/step, 0
	for size >= step && unit < len(unitLetters)-1 {
		size, unit = size/step, unit+1
	}
	return fmt.Sprintf("%.4g %ciB", size, unitLetters[unit])
}
