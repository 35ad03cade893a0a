// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// MemPoolBatch calls aclrtMemPoolMallocAsync and aclrtMemPoolFreeAsync. There is no
// crossing to save here, so other goroutines' calls may come in between, as they may
// between the calls in C.
func (m *Machine) MemPoolBatch(ac driver.Context, p driver.Pool, ops []driver.BatchOp) driver.Status {
	return driver.OneByOne(m, ac, p, ops)
}
