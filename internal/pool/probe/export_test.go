// SPDX-License-Identifier: Apache-2.0

package probe

import "github.com/ascend-go/aclpool/internal/core"

// Forget drops what the probes of a device have found.
func Forget(d *core.Device) {
	k := core.Attached[known](d)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.support, k.findings = nil, nil
}
