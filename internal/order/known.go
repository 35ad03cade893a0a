// SPDX-License-Identifier: Apache-2.0

package order

// Known yields for every other line the last place that happens before the next
// operation of this one, by line: what the line or the host waited for. Lines of which
// nothing is known, and those that are retired, are left out. Nothing may be enqueued,
// awaited or retired during the iteration.
func (l *Line) Known(yield func(Place) bool) {
	mine, more := l.known.from(0)
	hosts, moreHosts := l.host.known.from(0)
	for more || moreHosts {
		p := mine
		if !more || moreHosts && hosts.Line < mine.Line {
			p = hosts
		}
		if more && moreHosts && mine.Line == hosts.Line {
			p.Pos = max(mine.Pos, hosts.Pos)
		}
		if more && mine.Line == p.Line {
			mine, more = l.known.from(p.Line + 1)
		}
		if moreHosts && hosts.Line == p.Line {
			hosts, moreHosts = l.host.known.from(p.Line + 1)
		}
		if p.Line != l.id && !yield(p) {
			return
		}
	}
}
