// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// Fault is something that goes wrong on a machine from [Machine.Fail] on. [NthCall],
// [EveryCall], [Hang], [MemoryExhausted], [StreamFailed] and [DeviceLost] make Faults.
//
// A function is named as in C, such as "aclrtMallocHost". All calls that this module makes on
// the machine count, also those that no method is named after: a new pool first tries what the
// device does, and an event is queried by whoever needs to know.
type Fault struct {
	inject func(m *Machine, i *Injection) error
}

// NthCall makes the n-th call of a function fail, counted from 1. The call returns code and
// does nothing.
func NthCall(n int, function string, code acl.Code) Fault {
	return Fault{func(m *Machine, i *Injection) error {
		if err := checkCalls(n, code, function); err != nil {
			return err
		}
		count := i.counter(n)
		i.remove = m.faults().Before(func(c faultdriver.Call) driver.Status {
			if !count() {
				return driver.Status{}
			}
			i.fire(c.Function)
			return driver.Fail(driver.Code(code), fmt.Sprintf("call %d since Machine.Fail was made to fail", n))
		}, function).Remove
		return nil
	}}
}

// EveryCall makes calls of the functions fail with code, or of all functions if none are
// named. Each call fails with the probability p, above 0 and at most 1. The seed decides which:
// the same calls in the same order fail in the same places.
func EveryCall(seed uint64, p float64, code acl.Code, functions ...string) Fault {
	return Fault{func(m *Machine, i *Injection) error {
		if err := checkCalls(1, code, functions...); err != nil {
			return err
		}
		if !(p > 0 && p <= 1) {
			return fmt.Errorf("the probability is %v: want more than 0 and at most 1: %w", p, acl.ErrInvalid)
		}
		random := rand.New(rand.NewPCG(seed, 0))
		if len(functions) == 0 {
			functions = faultdriver.Functions()
		}
		i.remove = m.faults().Before(func(c faultdriver.Call) driver.Status {
			if !i.draw(random, p) {
				return driver.Status{}
			}
			i.fire(c.Function)
			return driver.Fail(driver.Code(code), fmt.Sprintf("the call was made to fail, with probability %v", p))
		}, slices.Clone(functions)...).Remove
		return nil
	}}
}

// Hang makes the n-th call of a function wait, counted from 1, until [Injection.Release]. It is
// then made as usual. [Injection.Reached] says when it waits. No context.Context ends the call,
// as none ends a call into C.
func Hang(n int, function string) Fault {
	return Fault{func(m *Machine, i *Injection) error {
		if err := checkCalls(n, 1, function); err != nil {
			return err
		}
		count := i.counter(n)
		i.remove = m.faults().Hold(func(c faultdriver.Call) {
			if count() {
				i.fire(c.Function)
				<-i.released
			}
		}, i.Release, function).Remove
		return nil
	}}
}
