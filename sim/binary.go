// SPDX-License-Identifier: Apache-2.0

package sim

import "strings"

// KernelFile makes the text that stands for a compiled kernel binary on the simulated
// device: its first line is "aclpool-sim 1", every further line names a kernel; blank
// lines, and what follows a '#', say nothing. Package kernel loads it from memory, or from
// a file that holds it. Whether a kernel of the name is registered shows when the function
// is looked up.
func KernelFile(names ...string) []byte {
	return []byte("aclpool-sim 1\n" + strings.Join(names, "\n") + "\n")
}
