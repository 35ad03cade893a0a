// SPDX-License-Identifier: Apache-2.0

// Package bytesize writes and parses numbers of bytes.
package bytesize

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type unit struct {
	name  string
	bytes uint64
}

// units are the units, the largest first.
var units = []unit{{"EiB", 1 << 60}, {"PiB", 1 << 50}, {"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// exact are the units of Exact and Parse.
var exact = units[2:]

// Count returns n with the word "bytes".
func Count(n uint64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// Approx returns four digits of n, in the largest unit of which there is at least one.
func Approx(n uint64) string {
	for _, u := range units {
		if float64(n) >= float64(u.bytes) {
			return fmt.Sprintf("%.4g %s", float64(n)/float64(u.bytes), u.name)
		}
	}
	return fmt.Sprintf("%d B", n)
}

// Exact returns n in the largest unit up to TiB that divides it, such as "3MiB", or as a number
// without a unit.
func Exact(n uint64) string {
	for _, u := range exact {
		if n > 0 && n%u.bytes == 0 {
			return strconv.FormatUint(n/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatUint(n, 10)
}

// Parse parses a text of Exact, which may have space before the unit.
func Parse(s string) (n uint64, ok bool) {
	factor := uint64(1)
	for _, u := range exact {
		if number, ok := strings.CutSuffix(s, u.name); ok {
			s, factor = strings.TrimSpace(number), u.bytes
			break
		}
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return n * factor, err == nil && n <= math.MaxUint64/factor
}
