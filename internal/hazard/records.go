// SPDX-License-Identifier: Apache-2.0

package hazard

import "github.com/ascend-go/aclpool/internal/order"

// mostRecords is how many records of events are kept. A finding that names none is still right.
const mostRecords = 256

// records are the last records of events, for the findings of operations that have waited for
// one of them, but not for the record that they need.
type records struct {
	all  []record
	next int // oldest of mostRecords
}

type record struct {
	order.Place
	by Past
}

// Recorded notes that an operation has recorded an event, whose name it has.
func (c *Checker) Recorded(by Operation) {
	r, n := &c.records, record{by.Stamp.Place, pastOf(by, 0, 0)}
	if len(r.all) < mostRecords {
		r.all = append(r.all, n)
		return
	}
	r.all[r.next] = n
	r.next = (r.next + 1) % mostRecords
}

// at returns the record at a place, zero if there is none or it is too long ago.
func (r *records) at(p order.Place) Past {
	if p.Pos == 0 {
		return Past{}
	}
	for i := range r.all {
		if r.all[i].Place == p {
			return r.all[i].by
		}
	}
	return Past{}
}

// knowing returns f with the last place of a line that the second operation is ordered after.
func (c *Checker) knowing(f Finding, line, last uint64) Finding {
	f.Known, f.Recorded = last, c.records.at(order.Place{Line: line, Pos: last})
	return f
}
