// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"fmt"

	"github.com/ascend-go/aclpool/hazard"
)

// Report returns the violation as programs get it.
func (f *Finding) Report(device int) hazard.Report {
	return hazard.Report{
		Kind:   f.Kind,
		Device: device,
		Memory: hazard.Memory{
			Pool: f.Block.Pool, Host: f.Block.Space == Host, Addr: f.Block.Addr, Size: f.Block.Size,
			Allocated: f.Allocated.operation(), Freed: f.Freed.operation(),
		},
		Offset: f.From, Size: f.Size,
		First: f.First.operation(), Second: f.Second.operation(),
		Known: f.Known, Recorded: f.Recorded.record(),
	}
}

func (p Past) operation() hazard.Operation {
	o := hazard.Operation{Name: p.Name, Stream: p.Stream, Position: p.Position, Access: p.Mode}
	if p.Argument > 0 {
		o.Name = fmt.Sprintf("%s, argument %d", p.Name, p.Argument-1)
	}
	if p.Site != 0 {
		o.Site = p.Site.String()
	}
	return o
}

// record returns the record of an event, whose name p has. It is zero if there is none.
func (p Past) record() hazard.Operation {
	o := p.operation()
	if !o.IsZero() {
		o.Name = fmt.Sprintf("event %q", p.Name)
	}
	return o
}

// PastOf returns an operation as a finding names it, without a use of memory.
func PastOf(o Operation) Past { return pastOf(o, 0, hazard.None) }
