// SPDX-License-Identifier: Apache-2.0

package order

// Line is one stream's line of work.
type Line struct {
	id      uint64
	pos     uint64
	host    *Host
	known   *node // of other lines, beyond what the host knew at version
	version uint64

	before, after *Line // in the host's list of lines
}

// NewLine starts the line of a new stream. Ids are never reused on a device. Ids in
// sequence take the least memory.
func NewLine(id uint64, h *Host) *Line {
	l := new(Line)
	l.Start(id, h)
	return l
}

// Start is [NewLine] for a Line that is part of something else.
func (l *Line) Start(id uint64, h *Host) {
	*l = Line{id: id, host: h}
	h.add(l)
}

// ID returns the number that the line was made with.
func (l *Line) ID() uint64 { return l.id }

// Host returns the clock of the line's device.
func (l *Line) Host() *Host { return l.host }

// Pos returns the position of the last operation enqueued, 0 for none.
func (l *Line) Pos() uint64 { return l.pos }

// Next enqueues an operation and returns its position: 1, 2, 3 and so on.
func (l *Line) Next() uint64 {
	l.pos++
	return l.pos
}

// Here returns the stamp of the line's end: everything enqueued on it so far, waits
// included, and all that is known to happen before what is enqueued next. The caller
// owns the reference.
func (l *Line) Here() Stamp {
	return Stamp{Place{l.id, l.pos}, l.known, l.host.known, l.host}.Retain()
}

// Until returns the stamp of the line's end as [Line.Here] does, but without what only the
// host knows. It can be awaited, since whoever awaits it knows that too, but
// [Stamp.Knows] leaves that out. It keeps no clock of the host alive, of which there is a
// new one after every synchronize.
func (l *Line) Until() Stamp {
	return Stamp{Place{l.id, l.pos}, l.known, nil, l.host}.Retain()
}

// Coming returns the stamp of the operation that is enqueued next. The caller owns the
// reference.
func (l *Line) Coming() Stamp {
	s := l.Here()
	s.Pos++
	return s
}

// After notes that the line waits for s: whatever is enqueued on it from now on happens
// after s and all that s implies.
func (l *Line) After(s Stamp) {
	h := l.host
	if !l.Knows(s.Place) {
		l.learn(h.with(l.known, s.Line, s.Pos))
	}
	if s.known != l.known {
		l.learn(h.merged(l.known, s.known))
	}
	l.forget()
}

// forget drops what the host has learned since the last time. A line passes all that it
// knows on to those that wait for it: what everybody knows would be passed on for ever.
func (l *Line) forget() {
	if l.known != nil && l.version != l.host.version {
		l.learn(l.host.without(l.known, l.host.known))
	}
	l.version = l.host.version
}

// IsKnown reports whether the host knows all that has been enqueued on the line and all that
// the line knows: to wait for it would teach the host nothing.
func (l *Line) IsKnown() bool {
	l.forget()
	return l.known == nil && l.pos <= l.host.known.last(l.id)
}

// learn replaces what the line knows.
func (l *Line) learn(known *node) {
	l.host.release(l.known)
	l.known = known
}

// Knows reports whether p happens before the next operation of the line.
func (l *Line) Knows(p Place) bool {
	if p.Line == l.id {
		return p.Pos <= l.pos
	}
	return p.Pos <= l.known.last(p.Line) || l.host.Knows(p)
}

// Retire ends the line of a closed stream. None of its work is left to run, so all of
// its places are known to everybody from now on. It says nothing about what that work was
// waiting for: a close that awaited the line's completion calls [Host.After] with the
// line's end first. Retiring twice is a no-op.
func (l *Line) Retire() {
	if !l.host.remove(l) {
		return
	}
	l.learn(nil)
	l.host.learn(l.host.with(l.host.known, l.id, retired))
}
