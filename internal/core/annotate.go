// SPDX-License-Identifier: Apache-2.0

package core

import "github.com/ascend-go/aclpool/internal/driver"

// nameStream has the texts of the driver call a stream by its name, where it can.
func (d *Device) nameStream(h driver.Stream, name string) {
	if a, ok := driver.As[driver.Annotator](d.Driver); ok {
		a.NameStream(h, name)
	}
}

// NamePool has the texts of the driver call a pool by its name, where it can.
func (d *Device) NamePool(h driver.Pool, name string) {
	if a, ok := driver.As[driver.Annotator](d.Driver); ok {
		a.NamePool(h, name)
	}
}

// NoteFree has the texts of the driver say on which stream the program frees the memory
// that starts at an address, and where, if the driver can. It comes before the call of the
// driver that frees it. A nil stream is none, and an empty place is unknown.
func (d *Device) NoteFree(a driver.Addr, s *Stream, place string) {
	if n, ok := driver.As[driver.Annotator](d.Driver); ok {
		var h driver.Stream
		if s != nil {
			h = s.Handle
		}
		n.NoteFree(a, h, place)
	}
}
