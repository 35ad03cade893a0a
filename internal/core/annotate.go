// SPDX-License-Identifier: Apache-2.0

package core

import "github.com/ascend-go/aclpool/internal/driver"

// nameStream has the texts of the driver call a stream by its name, where it can.
func (d *Device) nameStream(h driver.Stream, name string, internal bool) {
	if a, ok := driver.As[driver.Annotator](d.Driver); ok {
		a.NameStream(h, name, internal)
	}
}

// InternalStream returns the inner state of a stream that this module has made for itself,
// and that is not among the streams of the device. Its work is not the program's, and is
// marked so: by Internal, which memory events have, too, and in the driver where it can.
func (d *Device) InternalStream(h driver.Stream, name string) *Stream {
	d.nameStream(h, name, true)
	return &Stream{Device: d, Handle: h, Name: name, Internal: true}
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
