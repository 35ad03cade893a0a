// SPDX-License-Identifier: Apache-2.0

package order

// Place is one operation: the line that it is enqueued on and its position there. The
// zero Place is before everything.
type Place struct{ Line, Pos uint64 }

// Stamp is a place together with all that was known to happen before it when the stamp
// was taken, by its line and by the host. The zero Stamp is nothing: whatever is ordered
// after it learns nothing.
//
// A Stamp holds counted references to what was known. Copying the value copies no
// reference: whoever keeps a second one calls [Stamp.Retain], and each is given up with
// [Stamp.Release].
type Stamp struct {
	Place
	known *node // of other lines, by the line
	hosts *node // of all lines, by the host
	host  *Host // owner of both; nil for the zero Stamp
}

// Retain adds a reference and returns the same stamp.
func (s Stamp) Retain() Stamp {
	s.known.retain()
	s.hosts.retain()
	return s
}

// Release gives one reference up. The stamp must not be used through that reference
// afterwards.
func (s Stamp) Release() {
	if s.host != nil {
		s.host.release(s.known)
		s.host.release(s.hosts)
	}
}

// Knows reports whether p is the stamp's place or happened before it. What the host or
// the line have learned since the stamp was taken changes nothing. It takes no lock:
// whoever holds a reference may ask.
func (s Stamp) Knows(p Place) bool { return p.Pos <= s.Last(p.Line) }

// Last returns the last position of a line that the stamp knows, see Knows.
func (s Stamp) Last(line uint64) uint64 {
	if line == s.Line && s.Pos > 0 {
		return s.Pos
	}
	return max(s.known.last(line), s.hosts.last(line))
}

// Past yields the stamp's own place and, for every other line, the last place that its
// line waited for. What the host waited for is left out where the line did not.
func (s Stamp) Past(yield func(Place) bool) {
	if !yield(s.Place) {
		return
	}
	for p, ok := s.known.from(0); ok; p, ok = s.known.from(p.Line + 1) {
		if p.Line != s.Line && !yield(p) {
			return
		}
	}
}
