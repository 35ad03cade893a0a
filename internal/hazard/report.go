// SPDX-License-Identifier: Apache-2.0

package hazard

import "github.com/ascend-go/aclpool/hazard"

// Report returns the violation as programs get it, of a device that feeds a Checker without lines
// of source.
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
		Known: f.Known,
	}
}

func (p Past) operation() hazard.Operation {
	return hazard.Operation{Name: p.Name, Stream: p.Stream, Position: p.Position, Access: p.Mode}
}

// PastOf returns an operation as a finding names it, without a use of memory.
func PastOf(o Operation) Past { return pastOf(o, 0, hazard.None) }
