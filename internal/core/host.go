// SPDX-License-Identifier: Apache-2.0

package core

import "github.com/ascend-go/aclpool/internal/driver"

// HostMemory is pinned host memory, which asynchronous copies may touch after the call
// that enqueued them.
type HostMemory struct {
	Uses
	Device *Device
	Mem    driver.Mem
	Size   uint64
}
