// SPDX-License-Identifier: Apache-2.0

// Package visible reads the list of devices that a process sees.
package visible

import (
	"fmt"
	"strconv"
	"strings"
)

// Variable is the environment variable with the list. A process numbers the devices in it
// from 0. One that is not set hides none; an empty one hides all.
const Variable = "ASCEND_RT_VISIBLE_DEVICES"

// List is what a list leaves visible.
type List struct {
	Devices []int32 // numbers of the host
	Problem string  // why the list, or what follows Devices, does not count; "" if all of it does
}

// String says what the list hides.
func (l List) String() string {
	text := "all devices are hidden"
	if len(l.Devices) > 0 {
		text += " but "
		for i, id := range l.Devices {
			if i > 0 {
				text += ", "
			}
			text += strconv.Itoa(int(id))
		}
		text += ", which this process numbers from 0"
	}
	if l.Problem != "" {
		text += "; " + l.Problem
	}
	return text
}

// Parse reads a list for a host with a number of devices. What follows an entry that is not
// a plain number, or too large, does not count. A list that is not in ascending order, or
// that names a device twice, leaves none.
func Parse(list string, devices int) (l List) {
	for entry := range strings.SplitSeq(list, ",") {
		id, err := strconv.ParseUint(entry, 10, 31)
		switch {
		case err != nil:
			l.Problem = fmt.Sprintf("%q is not the number of a device", entry)
			return l
		case id >= uint64(devices):
			l.Problem = fmt.Sprintf("there is no device %d", id)
			return l
		}
		if n := len(l.Devices); n > 0 && int32(id) <= l.Devices[n-1] {
			return List{Problem: fmt.Sprintf("%d follows %d: want ascending order", id, l.Devices[n-1])}
		}
		l.Devices = append(l.Devices, int32(id))
	}
	return l
}
