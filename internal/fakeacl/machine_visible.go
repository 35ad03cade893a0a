// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"strconv"
	"strings"
)

// visibleVariable lists the devices that a process sees, which it numbers from 0.
const visibleVariable = "ASCEND_RT_VISIBLE_DEVICES"

// visible returns how many of a number of devices a list leaves visible. What comes after
// an entry that is not a plain number, or too large, does not count. A list that is not in
// ascending order, or that names a device twice, leaves none.
func visible(list string, devices int) int {
	last, n := -1, 0
	for entry := range strings.SplitSeq(list, ",") {
		id, err := strconv.ParseUint(entry, 10, 31)
		if err != nil || id >= uint64(devices) {
			break
		}
		if int(id) <= last {
			return 0
		}
		last = int(id)
		n++
	}
	return n
}
