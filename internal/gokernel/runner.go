// SPDX-License-Identifier: Apache-2.0

package gokernel

import (
	"errors"
	"sync"
)

// ErrExited is the failure of a kernel that ended its goroutine instead of returning.
var ErrExited = errors.New("it ended its goroutine instead of returning, as runtime.Goexit and a test's FailNow do")

// RunApart is [Kernel.Run] on a goroutine of its own, for a caller that must not end with
// it: it returns ErrExited if the kernel ends that goroutine.
func (k Kernel) RunApart(c *Call) error {
	r := runners.Get().(*runner)
	r.kernel, r.call = k, c
	go r.start()
	err := <-r.done
	r.kernel, r.call = nil, nil
	runners.Put(r)
	return err
}

// runner is what a goroutine for one kernel needs. It is used again, so that a launch
// allocates nothing.
type runner struct {
	kernel Kernel
	call   *Call
	start  func() // run; a go statement with anything else would allocate
	done   chan error
}

var runners = sync.Pool{New: func() any {
	r := &runner{done: make(chan error, 1)}
	r.start = r.run
	return r
}}

func (r *runner) run() {
	err := ErrExited
	defer func() { r.done <- err }()
	err = r.kernel.Run(r.call)
}
