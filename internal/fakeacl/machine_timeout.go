// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math"
	"sync/atomic"
	"time"
)

// timeouts are limits of the process. That of waits of streams for events has an effect on waits
// that are enqueued afterwards. That of kernels is only stored: a simulated kernel is never ended.
type timeouts struct {
	wait   atomic.Int64 // time.Duration; 0 is none
	kernel atomic.Uint64
}

// TimeoutStep is the step of limits for kernels, aclrtGetOpTimeOutInterval, in microseconds.
const TimeoutStep = 1000

// SetWaitTimeout calls aclrtSetOpWaitTimeout, in seconds; 0 is no limit.
func (m *Machine) SetWaitTimeout(seconds uint32) {
	m.timeouts.wait.Store(int64(time.Duration(seconds) * time.Second))
}

// SetKernelTimeout calls aclrtSetOpExecuteTimeOutV2, in microseconds. It returns the limit that is
// stored, which is a multiple of [TimeoutStep].
func (m *Machine) SetKernelTimeout(us uint64) uint64 {
	if us <= math.MaxUint64-TimeoutStep {
		us = (us + TimeoutStep - 1) / TimeoutStep * TimeoutStep
	}
	m.timeouts.kernel.Store(us)
	return us
}

// KernelTimeout returns what SetKernelTimeout has stored, in microseconds.
func (m *Machine) KernelTimeout() uint64 { return m.timeouts.kernel.Load() }
