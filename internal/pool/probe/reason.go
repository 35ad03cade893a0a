// SPDX-License-Identifier: Apache-2.0

package probe

import "fmt"

// FunctionMissing says that pools cannot be used since the library lacks a C function.
func FunctionMissing(name string) string {
	return fmt.Sprintf("the loaded library does not have %s: install a CANN release with stream-ordered pools, or allocate with acl.Device.Malloc", name)
}

// SettingLost says that pools cannot be used since they accept the value of a setting and
// lose it.
func SettingLost(setting string, want, got uint64) string {
	return fmt.Sprintf("the pools of this library do not keep their settings, as those of CANN 9.0 (%s was set to %d and reads back as %d): install CANN 9.1 or later, or allocate with acl.Device.Malloc",
		setting, want, got)
}

// Refused says that pools cannot be used since the device refuses to create one.
const Refused = "this product or driver has no stream-ordered pools; allocate with acl.Device.Malloc"
