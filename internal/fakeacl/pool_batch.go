// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// MemPoolBatch calls aclrtMemPoolMallocAsync and aclrtMemPoolFreeAsync one by one. Calls of
// other goroutines may run in between, as they may between the calls in C.
func (m *Machine) MemPoolBatch(ac driver.Context, p driver.Pool, ops []driver.BatchOp) driver.Status {
	return driver.OneByOne(m, ac, p, ops)
}
