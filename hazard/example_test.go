// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"fmt"

	"github.com/ascend-go/aclpool/hazard"
)

// A kernel reads a block while a copy on another stream may still be writing it. A program gets
// such a report by acl.WithHazards, and a test by package acltest.
func ExampleReport() {
	malloc := hazard.Operation{Name: "malloc", Stream: "copy", Position: 1, Site: "serve.go:31 main.load"}
	fmt.Println(hazard.Report{
		Kind:   hazard.ReadAfterWrite,
		Memory: hazard.Memory{Pool: "weights", Addr: 0x10000, Size: 4096, Allocated: malloc},
		Size:   4096,
		First: hazard.Operation{
			Name: "copy to device", Stream: "copy", Position: 2, Access: hazard.Write,
			Site: "serve.go:35 main.load",
		},
		Second: hazard.Operation{
			Name: `kernel "matmul", argument 1`, Stream: "decode", Position: 1, Access: hazard.Read,
			Site: "serve.go:52 main.decode",
		},
	})
	// Output:
	// hazard: read not ordered after a write: a block of 4096 bytes of pool "weights" on device 0
	//   allocated: malloc, work 1 of stream "copy"
	//                serve.go:31 main.load
	//   first:     copy to device (writes), work 2 of stream "copy"
	//                serve.go:35 main.load
	//   second:    kernel "matmul", argument 1 (reads), work 1 of stream "decode"
	//                serve.go:52 main.decode
	//   Stream "decode" has not waited for any work of stream "copy", directly or through other streams.
	//   Record an event on stream "copy" after the first operation, and have stream "decode" wait for it before the second operation.
}
