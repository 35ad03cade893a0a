// SPDX-License-Identifier: Apache-2.0

package order

import "math/bits"

// Table holds a value for each of some lines, and a set of marked ones among them. It finds
// the marked lines of which a line knows something in a time that grows with those, neither
// with all that are marked nor with all that are known. The zero table is empty.
type Table[T any] struct {
	pages  map[uint64]*tablePage[T] // by id / fan
	levels []map[uint64]uint64      // above the pages: which of fan ranges have a marked line
	latest *tablePage[T]            // the one last looked at
	number uint64                   // of it
	count  int
}

// tablePage is the part of a table for as many lines as a leaf of a clock covers.
type tablePage[T any] struct {
	values [fan]*T
	marked uint64 // a bit for each
	count  int    // of values
}

// Len returns the number of values.
func (t *Table[T]) Len() int { return t.count }

func (t *Table[T]) page(line uint64) *tablePage[T] {
	if number := line / fan; t.latest == nil || t.number != number {
		found := t.pages[number]
		if found == nil {
			return nil
		}
		t.latest, t.number = found, number
	}
	return t.latest
}

// Get returns the value of a line, nil for none.
func (t *Table[T]) Get(line uint64) *T {
	if p := t.page(line); p != nil {
		return p.values[line%fan]
	}
	return nil
}

// Put sets the value of a line that has none.
func (t *Table[T]) Put(line uint64, value *T) {
	p := t.page(line)
	if p == nil {
		if t.pages == nil {
			t.pages = make(map[uint64]*tablePage[T])
		}
		p = new(tablePage[T])
		t.pages[line/fan] = p
	}
	p.values[line%fan] = value
	p.count++
	t.count++
}

// Remove removes the value of a line, and its mark.
func (t *Table[T]) Remove(line uint64) {
	p := t.page(line)
	if p == nil || p.values[line%fan] == nil {
		return
	}
	t.Unmark(line)
	p.values[line%fan] = nil
	t.count--
	if p.count--; p.count == 0 {
		delete(t.pages, line/fan)
		t.latest = nil
	}
}

// All yields the values, in any order. None may be put or removed during the iteration.
func (t *Table[T]) All(yield func(*T) bool) {
	for _, p := range t.pages {
		for _, v := range p.values {
			if v != nil && !yield(v) {
				return
			}
		}
	}
}

// Mark marks a line that has a value.
func (t *Table[T]) Mark(line uint64) {
	p := t.page(line)
	first := p.marked == 0
	p.marked |= 1 << (line % fan)
	for level, at := 0, line/fan; first && (level < len(t.levels) || at > 0); level, at = level+1, at/fan {
		if level == len(t.levels) {
			t.addLevel() // with this mark
			continue
		}
		in := t.levels[level]
		first = in[at/fan] == 0
		in[at/fan] |= 1 << (at % fan)
	}
}

// addLevel adds the level above all others.
func (t *Table[T]) addLevel() {
	added := make(map[uint64]uint64)
	if top := len(t.levels) - 1; top >= 0 {
		for at := range t.levels[top] {
			added[at/fan] |= 1 << (at % fan)
		}
	} else {
		for at, p := range t.pages {
			if p.marked != 0 {
				added[at/fan] |= 1 << (at % fan)
			}
		}
	}
	t.levels = append(t.levels, added)
}

// Unmark takes the mark of a line away, if it has one.
func (t *Table[T]) Unmark(line uint64) {
	p := t.page(line)
	if p == nil || p.marked == 0 {
		return
	}
	p.marked &^= 1 << (line % fan)
	last := p.marked == 0
	for level, at := 0, line/fan; last && level < len(t.levels); level, at = level+1, at/fan {
		in := t.levels[level]
		if in[at/fan] &^= 1 << (at % fan); in[at/fan] == 0 {
			delete(in, at/fan)
		} else {
			last = false
		}
	}
}

// Known yields the marked lines of which l knows something beyond what the host knows, in any
// order: the value of each and the last position that happens before the next operation of l.
// It may leave out what the host knows as well. Lines may be unmarked during the iteration,
// but nothing else may be changed.
func (t *Table[T]) Known(l *Line, yield func(value *T, pos uint64) bool) {
	t.leaves(l.known, func(leaf *node, p *tablePage[T]) bool {
		for marked := p.marked; marked != 0; marked &= marked - 1 {
			i := uint64(bits.TrailingZeros64(marked))
			pos := leaf.at(i)
			if pos == 0 || leaf.first+i == l.id {
				continue
			}
			if !yield(p.values[i], max(pos, l.host.known.last(leaf.first+i))) {
				return false
			}
		}
		return true
	})
}

// leaves yields the leaves of a clock that are of pages with marked lines.
func (t *Table[T]) leaves(n *node, yield func(*node, *tablePage[T]) bool) bool {
	if n == nil || n.full {
		return true
	}
	if n.kids == nil {
		p := t.page(n.first)
		return p == nil || p.marked == 0 || yield(n, p)
	}
	for marked := t.marked(n); marked != 0; marked &= marked - 1 {
		if !t.leaves(n.kids[bits.TrailingZeros64(marked)], yield) {
			return false
		}
	}
	return true
}

// marked returns which children of a branch may have marked lines, as bits.
func (t *Table[T]) marked(n *node) uint64 {
	switch level := int(n.shift/fanBits) - 1; {
	case level < len(t.levels):
		return t.levels[level][n.first>>n.shift/fan]
	case n.first == 0: // all marked lines are in the range of the highest level
		return 1
	}
	return 0
}
