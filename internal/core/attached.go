// SPDX-License-Identifier: Apache-2.0

package core

import "reflect"

// Attached returns the value of type T that goes with the device, made zero when it is
// first asked for. All opens of one number share it. A package above uses a type of its
// own, to keep what it knows of a device.
func Attached[T any](d *Device) *T {
	p := d.primary
	p.mu.Lock()
	defer p.mu.Unlock()
	key := reflect.TypeFor[T]()
	if v, ok := p.attached[key]; ok {
		return v.(*T)
	}
	if p.attached == nil {
		p.attached = make(map[reflect.Type]any)
	}
	v := new(T)
	p.attached[key] = v
	return v
}
