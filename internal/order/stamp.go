// SPDX-License-Identifier: Apache-2.0

package order

// Place is one operation: the line that it is enqueued on and its position there. The
// zero Place is before everything.
type Place struct{ Line, Pos uint64 }

// Stamp is a place together with all that is known to happen before it. The zero Stamp
// is nothing: whatever is ordered after it learns nothing.
//
// A Stamp holds a counted reference to what was known. Copying the value copies no
// reference: whoever keeps a second one calls [Stamp.Retain], and each is given up with
// [Stamp.Release].
type Stamp struct {
	Place
	known *snapshot
}

// Retain takes one more reference and answers the same stamp.
func (s Stamp) Retain() Stamp {
	if s.known != nil {
		s.known.refs++
	}
	return s
}

// Release gives one reference up. The stamp must not be used through that reference
// afterwards.
func (s Stamp) Release() {
	if s.known != nil {
		s.known.release()
	}
}

// places yields the stamp's own place and the last known one of every other line.
func (s Stamp) places(yield func(Place) bool) {
	if !yield(s.Place) || s.known == nil {
		return
	}
	for _, p := range s.known.places {
		if !yield(p) {
			return
		}
	}
}
