// SPDX-License-Identifier: Apache-2.0

package core

import "strconv"

// Named returns the name that a Config asks for, quoted, or what stands for an object that
// has none yet, such as "a stream".
func Named(name, unnamed string) string {
	if name == "" {
		return unnamed
	}
	return strconv.Quote(name)
}
