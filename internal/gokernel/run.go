// SPDX-License-Identifier: Apache-2.0

package gokernel

import (
	"fmt"
	"runtime/debug"
)

// Run runs the kernel. It returns a panic as an error whose text says where it was, and ends
// with the stack, see [CutStack].
func (k Kernel) Run(c *Call) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stack := panicStack(string(debug.Stack()))
			err = fmt.Errorf("panic: %v%s%s%s", r, panicPlace(stack), stackMark, stack)
		}
	}()
	return k(c)
}
