// SPDX-License-Identifier: Apache-2.0

package order

// Line is one stream's line of work.
type Line struct {
	id    uint64
	pos   uint64
	host  *Host
	known *snapshot // of other lines, beyond what the host knows
}

// NewLine starts the line of a new stream. Ids are never reused on a device.
func NewLine(id uint64, h *Host) *Line {
	l := &Line{id: id, host: h, known: h.snapshot()}
	h.lines[id] = l
	return l
}

// ID answers the number that the line was made with.
func (l *Line) ID() uint64 { return l.id }

// Host answers the clock of the line's device.
func (l *Line) Host() *Host { return l.host }

// Pos answers the position of the last operation enqueued, 0 for none.
func (l *Line) Pos() uint64 { return l.pos }

// Next enqueues an operation and answers its position: 1, 2, 3 and so on.
func (l *Line) Next() uint64 {
	l.pos++
	return l.pos
}

// Here stamps the end of the line: everything enqueued on it so far, waits included,
// and all that this implies. The caller owns the reference.
func (l *Line) Here() Stamp {
	return Stamp{Place{l.id, l.pos}, l.known}.Retain()
}

// After notes that the line waits for s: whatever is enqueued on it from now on happens
// after s and all that s implies.
func (l *Line) After(s Stamp) {
	if !l.Knows(s.Place) {
		l.known = l.known.with(s.Place)
	}
	if s.known == nil {
		return
	}
	// Both vectors are ordered by line, and most of what a stamp implies is known: one pass
	// over both finds the rest.
	at := 0
	for _, p := range s.known.places {
		mine := l.known.places
		for at < len(mine) && mine[at].Line < p.Line {
			at++
		}
		known := at < len(mine) && mine[at].Line == p.Line && mine[at].Pos >= p.Pos
		if !known && p.Line != l.id && !l.host.Knows(p) {
			l.known = l.known.with(p)
		}
	}
}

// Knows reports whether p happens before the next operation of the line.
func (l *Line) Knows(p Place) bool {
	if p.Line == l.id {
		return p.Pos <= l.pos
	}
	return p.Pos <= l.known.last(p.Line) || l.host.Knows(p)
}

// Retire ends the line of a closed stream. None of its work is left to run, so
// everybody knows all of its places from now on. It says nothing about what that work was
// waiting for: a close that awaited the line's completion calls [Host.After] with the
// line's end first. Retiring twice is a no-op.
func (l *Line) Retire() {
	if l.host.lines[l.id] != l {
		return
	}
	delete(l.host.lines, l.id)
	l.host.age++
	l.known.release()
	l.known = l.host.snapshot()
}
