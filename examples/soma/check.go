// SPDX-License-Identifier: Apache-2.0

package main

import "fmt"

// check compares every element with the sum that the host computes. The addition of float32
// is correctly rounded on both sides, so there is no tolerance.
func check(z []float32, x, y vector) error {
	a := make([]float32, min(len(z), chunk))
	b := make([]float32, len(a))
	for off := 0; off < len(z); off += len(a) {
		a, b = a[:min(len(a), len(z)-off)], b[:min(len(b), len(z)-off)]
		if err := x.read(a, off); err != nil {
			return err
		}
		if err := y.read(b, off); err != nil {
			return err
		}
		for i := range a {
			got, want := z[off+i], a[i]+b[i]
			if got != want && (got == got || want == want) { // a NaN differs from itself
				return fmt.Errorf("element %d is wrong: %g + %g is %g, the device returned %g", off+i, a[i], b[i], want, got)
			}
		}
	}
	return nil
}
