// SPDX-License-Identifier: Apache-2.0

package releases

import "github.com/ascend-go/aclpool/internal/driver"

// History is the record of events that the models of pools use. It is nil for a release whose
// pools do not use events.
type History struct {
	records map[uint64]uint64         // event records made so far, by stream
	events  map[driver.Event]recorded // the latest record of each
	known   map[pair]uint64           // by two streams
}

// recorded is a record: the stream, and how many it had made before.
type recorded struct{ stream, before uint64 }

// pair is a stream that has waited, and the one whose record it waited for.
type pair struct{ waiter, recorder uint64 }

// NewHistory starts the history of a device.
func NewHistory() *History {
	return &History{
		records: make(map[uint64]uint64),
		events:  make(map[driver.Event]recorded),
		known:   make(map[pair]uint64),
	}
}

// Recorded notes that an event was recorded on a stream.
func (h *History) Recorded(e driver.Event, stream uint64) {
	if h == nil {
		return
	}
	h.events[e] = recorded{stream, h.records[stream]}
	h.records[stream]++
}

// Waited notes that a wait for an event was queued on a stream.
func (h *History) Waited(stream uint64, e driver.Event) {
	if h == nil {
		return
	}
	if r, ok := h.events[e]; ok {
		p := pair{stream, r.stream}
		h.known[p] = max(h.known[p], r.before)
	}
}

// EventDestroyed notes that an event is gone. What was learnt from it stays.
func (h *History) EventDestroyed(e driver.Event) {
	if h != nil {
		delete(h.events, e)
	}
}

// StreamDestroyed notes that a stream is gone.
func (h *History) StreamDestroyed(stream uint64) {
	if h == nil {
		return
	}
	delete(h.records, stream)
	for p := range h.known {
		if p.waiter == stream || p.recorder == stream {
			delete(h.known, p)
		}
	}
}

// made returns how many records a stream has made.
func (h *History) made(stream uint64) uint64 {
	if h == nil {
		return 0
	}
	return h.records[stream]
}

// reaches reports whether a stream has waited for a record that another one made after
// count of them.
func (h *History) reaches(waiter, recorder, count uint64) bool {
	if h == nil {
		return false
	}
	known, ok := h.known[pair{waiter, recorder}]
	return ok && known >= count
}
