// SPDX-License-Identifier: Apache-2.0

package driver

// As returns the driver d as a T, an optional interface that some drivers implement
// beside [API]. A driver that wraps another one, and has a method Unwrap that returns it,
// is looked through.
func As[T any](d API) (T, bool) {
	for d != nil {
		if t, ok := d.(T); ok {
			return t, true
		}
		w, ok := d.(interface{ Unwrap() API })
		if !ok {
			break
		}
		d = w.Unwrap()
	}
	var none T
	return none, false
}
