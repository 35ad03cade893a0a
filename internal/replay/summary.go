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

// Summary holds the figures of a replay. Sizes are bytes.
type Summary struct {
	File       string `json:"file"`
	Engine     string `json:"engine"`
	Operations uint64 `json:"operations"`
	// OutOfMemory is the number of allocations that found no memory. OtherErrors is the
	// number of all other operations that the device refused.
	OutOfMemory uint64 `json:"out_of_memory"`
	OtherErrors uint64 `json:"other_errors"`
	// Reuse is the number of allocations by the class of their memory: "fresh" for memory
	// that was not reserved before, else the kind of reuse.
	Reuse map[string]uint64 `json:"reuse"`
	// PeakRequested is the high-water mark of the sizes requested for live blocks,
	// PeakUsed that of their rounded sizes, and PeakReserved that of used and cached
	// memory together.
	PeakRequested uint64 `json:"peak_requested"`
	PeakUsed      uint64 `json:"peak_used"`
	PeakReserved  uint64 `json:"peak_reserved"`
	// LargestFree is the largest contiguous address range of the pool that has no memory
	// reserved at the end.
	LargestFree uint64 `json:"largest_free"`
	// NsPerOp is the mean time of an operation in nanoseconds, reading included.
	NsPerOp float64 `json:"ns_per_op"`
}

// classes are the classes of reuse, with their names in the statistics of a pool.
var classes = []struct {
	poolmodel.Class
	name string
}{
	{poolmodel.Fresh, "fresh"},
	{poolmodel.SameStream, "same-stream"},
	{poolmodel.Event, "event"},
	{poolmodel.Opportunistic, "opportunistic"},
	{poolmodel.Internal, "internal"},
}

// Print writes the summary to w as text for people.
func (s *Summary) Print(w io.Writer) error {
	var reuse []string
	for _, c := range classes {
		reuse = append(reuse, fmt.Sprintf("%s %d", c.name, s.Reuse[c.name]))
	}
	_, err := fmt.Fprintf(w, `%s, engine %s
  operations      %d
  refused         %d: out of memory %d, other errors %d
  reuse           %s
  peak requested  %d bytes
  peak used       %d bytes
  peak reserved   %d bytes
  largest free    %d bytes
  time            %.1f ns per operation
`, s.File, s.Engine, s.Operations, s.OutOfMemory+s.OtherErrors, s.OutOfMemory, s.OtherErrors, strings.Join(reuse, ", "),
		s.PeakRequested, s.PeakUsed, s.PeakReserved, s.LargestFree, s.NsPerOp)
	return err
}

// counts are the figures of a replay while it runs.
type counts struct {
	operations, outOfMemory, otherErrors uint64
	reuse                                [poolmodel.Internal + 1]uint64

	requested     []uint64 // bytes requested for the live block at each granule of the pool
	live          uint64   // sum of requested
	peakRequested uint64
	peakUsed      uint64
	peakReserved  uint64
}

// refused counts an operation that the device did not accept.
func (c *counts) refused(allocation bool, code driver.Code) {
	if allocation && slices.Contains(noMemory, code) {
		c.outOfMemory++
	} else {
		c.otherErrors++
	}
}

// noMemory are the codes of an allocation that found no memory.
var noMemory = []driver.Code{driver.RTInternalError, driver.RTMemoryAllocation, driver.RTDeviceOOM}

// allocated counts an allocation for which the trace requested so many bytes.
func (c *counts) allocated(e fakeacl.PoolEvent, bytes uint64) {
	c.reuse[e.Class]++
	c.peakUsed = max(c.peakUsed, e.Used)
	c.peakReserved = max(c.peakReserved, e.Reserved)
	if e.Size == 0 {
		return
	}
	at := e.Offset / driver.Granule
	for at >= uint64(len(c.requested)) {
		c.requested = append(c.requested, 0)
	}
	c.requested[at] = bytes
	c.live += bytes
	c.peakRequested = max(c.peakRequested, c.live)
}

func (c *counts) freed(e fakeacl.PoolEvent) {
	if at := e.Offset / driver.Granule; at < uint64(len(c.requested)) {
		c.live -= c.requested[at]
		c.requested[at] = 0
	}
}

// dropLive resets the count of live bytes.
func (c *counts) dropLive() {
	clear(c.requested)
	c.live = 0
}

// summary returns the summary of the replay.
func (c *counts) summary(file string, largest uint64, took time.Duration) Summary {
	s := Summary{
		File:          file,
		Engine:        Engine,
		Operations:    c.operations,
		OutOfMemory:   c.outOfMemory,
		OtherErrors:   c.otherErrors,
		Reuse:         make(map[string]uint64),
		PeakRequested: c.peakRequested,
		PeakUsed:      c.peakUsed,
		PeakReserved:  c.peakReserved,
		LargestFree:   largest,
	}
	for _, class := range classes {
		s.Reuse[class.name] = c.reuse[class.Class]
	}
	if c.operations > 0 {
		s.NsPerOp = float64(took.Nanoseconds()) / float64(c.operations)
	}
	return s
}
