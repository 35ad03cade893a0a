// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"slices"

	"github.com/ascend-go/aclpool/hazard"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// graph is happens-before as it is defined: operations by number, an edge from each to those
// that it directly follows, and a search along the edges.
type graph struct {
	after [][]int
	line  []int       // of each operation, host for a call of the host
	pos   []uint64    // of each operation on its line
	ends  map[int]int // last operation of each line
	waits map[int][]int
	host  []int // edges for every next operation
}

// host is the line of calls that work at once.
const host = -1

func newGraph() *graph { return &graph{ends: make(map[int]int), waits: make(map[int][]int)} }

func (g *graph) next(line int) int {
	id, pos := len(g.after), uint64(0)
	edges := append([]int{}, g.host...)
	if line == host {
		g.host = append(g.host, id)
	} else {
		pos = 1
		if last, ok := g.ends[line]; ok {
			edges = append(edges, last)
			pos = g.pos[last] + 1
		}
		edges = append(edges, g.waits[line]...)
		g.ends[line], g.waits[line] = id, nil
	}
	g.after, g.line, g.pos = append(g.after, edges), append(g.line, line), append(g.pos, pos)
	return id
}

// past returns all that some operations follow, and those.
func (g *graph) past(open ...int) map[int]bool {
	seen := make(map[int]bool)
	open = slices.Clone(open)
	for len(open) > 0 {
		q := open[len(open)-1]
		open = open[:len(open)-1]
		if !seen[q] {
			seen[q] = true
			open = append(open, g.after[q]...)
		}
	}
	return seen
}

func (g *graph) unordered(a, b int) bool { return !g.past(a)[b] && !g.past(b)[a] }

// last returns the last position of a line that is in a past.
func (g *graph) last(past map[int]bool, line int) (pos uint64) {
	for id := range past {
		if g.line[id] == line {
			pos = max(pos, g.pos[id])
		}
	}
	return pos
}

// missing is an order that a program needs and does not have.
type missing struct {
	kind  hazard.Kind
	first int
}

// used is a use that has happened.
type used struct {
	op       int
	from, to uint64
	mode     hazard.Access
}

// memory is what has been done with a block, and all of it.
type memory struct {
	known   bool // it was allocated
	size    uint64
	alloc   int
	freed   int
	after   []int
	frees   int
	uses    []used
	written map[uint64]bool
}

// rounding is how many bytes behind a block belong to it.
const rounding = 4

// behind returns the uses of bytes that belong to no block when there is one with so many bytes:
// they are not forgotten.
func (m *memory) behind(end uint64) (left []used) {
	if m.known {
		end = max(end, m.size+rounding)
	}
	for _, u := range m.uses {
		if u.from = max(u.from, end); u.from < u.to {
			left = append(left, u)
		}
	}
	return left
}

// expected returns what is wrong with an access of an operation to a block, which begins at
// address 0.
func (g *graph) expected(m *memory, op int, a checker.Access, all []checker.Access) (wrong []missing) {
	from, to := a.Addr, a.Addr+a.Size
	inside := m.known && from < m.size+rounding
	if inside {
		switch {
		case op != m.alloc && g.past(m.alloc)[op]:
			return nil // seen late: it was to earlier memory
		case m.frees > 0 && !g.past(append(m.after, m.freed)...)[op]:
			return []missing{{hazard.UseAfterFree, m.freed}}
		}
		if g.unordered(m.alloc, op) {
			wrong = append(wrong, missing{hazard.UnorderedUse, m.alloc})
		}
		if a.Mode != hazard.None && a.Size > 0 && to > m.size {
			wrong = append(wrong, missing{hazard.OutOfBounds, m.alloc})
		}
		to = min(to, m.size)
	}
	if a.Mode == hazard.None || from >= to {
		return wrong
	}
	for _, u := range m.uses {
		if u.mode != hazard.None && u.from < to && from < u.to && (writes(u.mode) || writes(a.Mode)) && g.unordered(u.op, op) {
			wrong = append(wrong, missing{kindOf(u.mode, a.Mode), u.op})
		}
	}
	if inside && g.unwritten(m, from, to, a, all) {
		wrong = append(wrong, missing{hazard.Unwritten, m.alloc})
	}
	return wrong
}

func (g *graph) unwritten(m *memory, from, to uint64, a checker.Access, all []checker.Access) bool {
	if a.Mode != hazard.Read || from >= to {
		return false
	}
	for _, w := range all {
		if w.Mode == hazard.None && w.Addr < m.size+rounding || writes(w.Mode) && w.Addr < to && from < w.Addr+w.Size {
			return false
		}
	}
	count := uint64(0)
	for i := from; i < to; i++ {
		if !m.written[i] {
			count++
		}
	}
	return count > 0 && (a.Argument == 0 || count == to-from)
}

// expectedAtFree returns what is wrong with a free.
func (g *graph) expectedAtFree(m *memory, op int, after []int) (wrong []missing) {
	switch {
	case !m.known:
		return nil
	case m.frees > 0:
		return []missing{{hazard.DoubleFree, m.freed}}
	}
	past := g.past(append(after, op)...)
	if !past[m.alloc] {
		wrong = append(wrong, missing{hazard.UnorderedUse, m.alloc})
	}
	for _, u := range m.uses {
		if !past[u.op] && g.line[u.op] != host && (u.mode == hazard.None || u.from < m.size+rounding) {
			wrong = append(wrong, missing{hazard.UnorderedFree, u.op})
		}
	}
	return wrong
}

// note notes an access.
func (g *graph) note(m *memory, op int, a checker.Access) {
	from, to := a.Addr, a.Addr+a.Size
	if m.known && from < m.size+rounding {
		if g.past(m.alloc)[op] || m.frees > 0 && !g.past(append(m.after, m.freed)...)[op] {
			return
		}
		to = min(to, m.size)
	}
	if a.Mode == hazard.None {
		if !m.known || from >= m.size+rounding {
			return
		}
		from, to = 0, m.size
	}
	if from < to || a.Mode == hazard.None {
		m.uses = append(m.uses, used{op, from, to, a.Mode})
	}
	for i := from; i < to && a.Mode != hazard.Read; i++ {
		m.written[i] = true
	}
}

func writes(m hazard.Access) bool { return m == hazard.Write || m == hazard.ReadWrite }

func kindOf(first, second hazard.Access) hazard.Kind {
	switch {
	case !writes(second):
		return hazard.ReadAfterWrite
	case !writes(first):
		return hazard.WriteAfterRead
	}
	return hazard.WriteAfterWrite
}
