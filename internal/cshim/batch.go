//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// The records contain no Go pointers, and C does not keep a pointer to them.

// #cgo noescape aclpool_pool_batch
// #cgo nocallback aclpool_pool_batch
// #include "shim.h"
import "C"

import (
	"unsafe"

	"github.com/ascend-go/aclpool/internal/driver"
)

// A record has the same layout in Go and in C.
var (
	_ = same{}[unsafe.Sizeof(C.aclpool_op{})-unsafe.Sizeof(driver.BatchOp{})]
	_ = same{}[unsafe.Offsetof(C.aclpool_op{}.kind)-unsafe.Offsetof(driver.BatchOp{}.Kind)]
	_ = same{}[unsafe.Offsetof(C.aclpool_op{}.code)-unsafe.Offsetof(driver.BatchOp{}.Code)]
	_ = same{}[unsafe.Offsetof(C.aclpool_op{}.stream)-unsafe.Offsetof(driver.BatchOp{}.Stream)]
	_ = same{}[unsafe.Offsetof(C.aclpool_op{}.arg)-unsafe.Offsetof(driver.BatchOp{}.Arg)]
	_ = same{}[unsafe.Offsetof(C.aclpool_op{}.addr)-unsafe.Offsetof(driver.BatchOp{}.Addr)]

	_ = same{}[C.ACLPOOL_OP_FREE-driver.BatchFree]
	_ = same{}[C.ACLPOOL_OP_MALLOC-driver.BatchMalloc]
	_ = same{}[C.ACLPOOL_OP_FREE_OF-driver.BatchFreeOf]
)

// MemPoolBatch calls aclrtMemPoolMallocAsync and aclrtMemPoolFreeAsync.
func (l *Library) MemPoolBatch(ac driver.Context, p driver.Pool, ops []driver.BatchOp) driver.Status {
	if len(ops) == 0 {
		return driver.Status{}
	}
	return status(C.aclpool_pool_batch(C.uintptr_t(ac), C.uintptr_t(p), (*C.aclpool_op)(unsafe.Pointer(unsafe.SliceData(ops))),
		C.uint64_t(len(ops))))
}
