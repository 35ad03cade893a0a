// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// Summary is what a replay was like, in bytes where nothing else is said.
type Summary struct {
	File       string `json:"file"`
	Engine     string `json:"engine"`
	Operations uint64 `json:"operations"`
	// OutOfMemory counts allocations that found no memory, Errors everything else that
	// was refused.
	OutOfMemory uint64 `json:"out_of_memory"`
	Errors      uint64 `json:"errors"`
	// Reuse counts allocations by the class of the memory that they got.
	Reuse map[string]uint64 `json:"reuse"`
	// PeakRequested is the most that was live at once as it was asked for, PeakUsed the
	// same rounded, PeakReserved the most that was used or cached.
	PeakRequested uint64 `json:"peak_requested"`
	PeakUsed      uint64 `json:"peak_used"`
	PeakReserved  uint64 `json:"peak_reserved"`
	// LargestFree is the largest block without memory behind it, at the end.
	LargestFree uint64 `json:"largest_free"`
	// NsPerOp is nanoseconds for an operation, reading it included.
	NsPerOp float64 `json:"ns_per_op"`
}

// classes are the classes of reuse, in the order in which they are tried.
var classes = []poolmodel.Class{
	poolmodel.Fresh, poolmodel.SameStream, poolmodel.Event, poolmodel.Opportunistic, poolmodel.Internal,
}

// Print writes the summary for people.
func (s *Summary) Print(w io.Writer) error {
	var reuse []string
	for _, c := range classes {
		reuse = append(reuse, fmt.Sprintf("%s %d", c, s.Reuse[c.String()]))
	}
	_, err := fmt.Fprintf(w, `%s, engine %s
  operations      %d
  out of memory   %d
  errors          %d
  reuse           %s
  peak requested  %d bytes
  peak used       %d bytes
  peak reserved   %d bytes
  largest free    %d bytes
  time            %.1f ns per operation
`, s.File, s.Engine, s.Operations, s.OutOfMemory, s.Errors, strings.Join(reuse, ", "),
		s.PeakRequested, s.PeakUsed, s.PeakReserved, s.LargestFree, s.NsPerOp)
	return err
}

// tally counts while a trace runs.
type tally struct {
	operations, outOfMemory, errors uint64
	reuse                           [poolmodel.Internal + 1]uint64

	requested     []uint64 // of live blocks, by granule of the pool
	live          uint64   // sum of requested
	peakRequested uint64
	peakUsed      uint64
	peakReserved  uint64
}

// refused counts an operation that the device did not accept.
func (t *tally) refused(allocation bool, code driver.Code) {
	if allocation && slices.Contains(noMemory, code) {
		t.outOfMemory++
	} else {
		t.errors++
	}
}

// noMemory are the answers to an allocation that did not fit.
var noMemory = []driver.Code{driver.RTInternalError, driver.RTMemoryAllocation, driver.RTDeviceOOM}

// allocated counts a block of which some bytes were asked for.
func (t *tally) allocated(e fakeacl.PoolEvent, bytes uint64) {
	t.reuse[e.Class]++
	t.peakUsed = max(t.peakUsed, e.Used)
	t.peakReserved = max(t.peakReserved, e.Reserved)
	if e.Size == 0 {
		return
	}
	at := e.Offset / driver.Granule
	for at >= uint64(len(t.requested)) {
		t.requested = append(t.requested, 0)
	}
	t.requested[at] = bytes
	t.live += bytes
	t.peakRequested = max(t.peakRequested, t.live)
}

func (t *tally) freed(e fakeacl.PoolEvent) {
	if at := e.Offset / driver.Granule; at < uint64(len(t.requested)) {
		t.live -= t.requested[at]
		t.requested[at] = 0
	}
}

// forget drops what is live.
func (t *tally) forget() {
	clear(t.requested)
	t.live = 0
}

// summary sums up.
func (t *tally) summary(file string, largest uint64, took time.Duration) Summary {
	s := Summary{
		File:          file,
		Engine:        Engine,
		Operations:    t.operations,
		OutOfMemory:   t.outOfMemory,
		Errors:        t.errors,
		Reuse:         make(map[string]uint64),
		PeakRequested: t.peakRequested,
		PeakUsed:      t.peakUsed,
		PeakReserved:  t.peakReserved,
		LargestFree:   largest,
	}
	for _, c := range classes {
		s.Reuse[c.String()] = t.reuse[c]
	}
	if t.operations > 0 {
		s.NsPerOp = float64(took.Nanoseconds()) / float64(t.operations)
	}
	return s
}
