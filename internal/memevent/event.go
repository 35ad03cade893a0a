// SPDX-License-Identifier: Apache-2.0

package memevent

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Kind is the kind of an event.
type Kind uint8

// The kinds of events.
const (
	Allocated Kind = iota + 1 // the program got a block
	Freed                     // the program freed a block
	Used                      // the program recorded a use of a block on Stream, up to Place
	Submitted                 // the driver accepted the free of a block
	Trimmed                   // the pool returned Size bytes to the device
	Grown                     // the pool took Size more bytes from the device
	Exhausted                 // an allocation failed for lack of memory
	Restored                  // a free failed, and the block is still live
	Opened                    // a pool was created
	Closed                    // a pool was closed
)

var kinds = [...]string{
	Allocated: "allocated", Freed: "freed", Used: "used", Submitted: "submitted", Trimmed: "trimmed",
	Grown: "grown", Exhausted: "exhausted", Restored: "restored", Opened: "opened", Closed: "closed",
}

// String returns the kind in one word.
func (k Kind) String() string {
	if int(k) < len(kinds) && kinds[k] != "" {
		return kinds[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Pool identifies a pool. Numbers are never used again in a process.
type Pool struct {
	ID   uint64
	Name string
}

// Event is an event of the memory of a pool. Fields that do not apply to its kind are zero.
type Event struct {
	Seq  uint64 // 1, 2, 3 and so on for each Source
	Kind Kind
	Pool Pool

	Addr      driver.Addr // address of the block
	Requested uint64      // bytes that the program requested
	Size      uint64      // bytes after rounding; for Trimmed and Grown, the change

	Stream *core.Stream // the stream named in the call
	Place  order.Place  // the last work of Stream: the allocation, or what a free comes after
	After  []Use        // of a free: the places that the memory waits for, beyond Place

	Site     caller.Site // of the program's call
	Internal bool        // the stream is this module's own
}

// Use is a use of a block on a stream, up to a place.
type Use struct {
	Stream *core.Stream
	Place  order.Place
}

// String describes the event in one line.
func (e *Event) String() string {
	text := fmt.Sprintf("%s pool %q", e.Kind, e.Pool.Name)
	if e.Addr != 0 {
		text += fmt.Sprintf(" addr %#x", uint64(e.Addr))
	}
	if e.Requested != 0 {
		text += fmt.Sprintf(" requested %d", e.Requested)
	}
	if e.Size != 0 {
		text += fmt.Sprintf(" size %d", e.Size)
	}
	if e.Stream != nil {
		text += fmt.Sprintf(" stream %q work %d", e.Stream.Name, e.Place.Pos)
	}
	for _, u := range e.After {
		text += fmt.Sprintf(" after %q work %d", u.Stream.Name, u.Place.Pos)
	}
	if e.Site != 0 {
		text += " at " + e.Site.String()
	}
	return text
}
