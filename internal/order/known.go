// SPDX-License-Identifier: Apache-2.0

package order

import "cmp"

// Known yields for every other line the last place that happens before the next
// operation of this one, by line: what the line or the host waited for. Lines of which
// nothing is known are left out; those that are retired may be. Nothing may be enqueued,
// awaited or retired in the course of it.
func (l *Line) Known(yield func(Place) bool) {
	mine, hosts := l.known.places, l.host.known.places
	for len(mine) > 0 || len(hosts) > 0 {
		var p Place
		switch side := sideOfNext(mine, hosts); {
		case side < 0:
			p, mine = mine[0], mine[1:]
		case side > 0:
			p, hosts = hosts[0], hosts[1:]
		default:
			p = Place{mine[0].Line, max(mine[0].Pos, hosts[0].Pos)}
			mine, hosts = mine[1:], hosts[1:]
		}
		if p.Line != l.id && !yield(p) {
			return
		}
	}
}

// sideOfNext tells which of two lists, not both empty, has the next line: the left one
// if negative, the right one if positive, both if zero.
func sideOfNext(left, right []Place) int {
	switch {
	case len(right) == 0:
		return -1
	case len(left) == 0:
		return 1
	}
	return cmp.Compare(left[0].Line, right[0].Line)
}
