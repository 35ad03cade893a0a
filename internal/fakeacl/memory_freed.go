// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "fmt"

// freedCapacity is how many frees of a region are remembered.
const freedCapacity = 256

// freedBlocks is the last blocks that were freed in a region, for the texts of faults.
type freedBlocks struct {
	ring  []freedBlock        // of freedCapacity, nil before the first free
	next  int                 // where the next one goes
	noted map[uint64]freeNote // by where the block starts
}

// freedBlock is a block that was freed.
type freedBlock struct {
	off, size uint64       // bytes
	by        *streamLabel // nil for a free that is in no stream's order
	place     string       // where the program freed it, empty if unknown
}

// freeNote is what the program has said of a free that is still to come.
type freeNote struct {
	by    *streamLabel // nil for the stream of the free
	place string
}

// note adds what is known of the next free of the block at off.
func (f *freedBlocks) note(off uint64, by *streamLabel, place string) {
	if f.noted == nil {
		f.noted = make(map[uint64]freeNote)
	}
	if place == "" {
		place = f.noted[off].place
	}
	f.noted[off] = freeNote{by, place}
}

// add adds a block that a stream has freed.
func (f *freedBlocks) add(e extent, by *streamLabel) {
	if f.ring == nil {
		f.ring = make([]freedBlock, freedCapacity)
	}
	b := &f.ring[f.next%freedCapacity]
	f.next++
	*b = freedBlock{off: e.off, size: e.size, by: by}
	if f.noted == nil {
		return
	}
	if n, ok := f.noted[e.off]; ok {
		delete(f.noted, e.off)
		b.place = n.place
		if n.by != nil {
			b.by = n.by
		}
	}
}

// last returns the block that was freed last of those with bytes in [off, off+n).
func (f *freedBlocks) last(off, n uint64) (freedBlock, bool) {
	for i := f.next - 1; i >= max(0, f.next-len(f.ring)); i-- {
		b := f.ring[i%freedCapacity]
		if off < b.off+b.size && b.off < off+max(n, 1) {
			return b, true
		}
	}
	return freedBlock{}, false
}

// absent says why the device cannot access [off, off+n), as the end of a sentence.
func (r *region) absent(off, n uint64) string {
	if r.allocations.holdsLive(off, n) {
		return r.early(off)
	}
	if why := r.why(off, n); why != "" {
		return why
	}
	return ": none is allocated there when this executes"
}

// early says that the live allocation around off has not executed, and what to do.
func (r *region) early(off uint64) string {
	e, _ := r.allocations.containing(off)
	text := ": the allocation there has not executed yet: " + r.block(e)
	var by *streamLabel
	if r.allocating != nil {
		by = r.allocating(e)
	}
	if by == nil {
		return text
	}
	return fmt.Sprintf("%s, allocated on %s: record an event there after the allocation, and wait for it before the access", text, by.onDevice())
}

// block describes a block of the region.
func (r *region) block(e extent) string {
	return fmt.Sprintf("%d bytes at %#x of %s", e.size, uint64(r.base)+e.off, r.label)
}

// why says what keeps [off, off+n) from being in one live allocation, as the end of a
// sentence; empty if that is not known.
func (r *region) why(off, n uint64) string {
	if e, ok := r.allocations.containing(off); ok {
		return ": they end after the allocation that they begin in, which is " + r.block(e)
	}
	b, ok := r.freed.last(off, n)
	if !ok {
		return ""
	}
	text := fmt.Sprintf(": the block of %d bytes at %#x of %s was freed", b.size, uint64(r.base)+b.off, r.label)
	if b.by != nil {
		text += " on " + b.by.onDevice()
	}
	if b.place != "" {
		text += ", at " + b.place
	}
	if r.trimmed != nil && r.trimmed(b.off, b.size) {
		text += ", and a trim has returned its memory since"
	}
	return text
}
