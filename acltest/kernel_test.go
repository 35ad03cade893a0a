// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/sim"
)

func nothing(*sim.Call) error { return nil }

type kernels struct{}

func (kernels) nothing(*sim.Call) error { return nil }

// The name says in a report which function the kernel is.
func TestKernelHasTheNameOfItsFunction(t *testing.T) {
	dev := acltest.New(t)
	name := func(k sim.Kernel) string { return acltest.Kernel(t, dev, k).Name() }
	literal := func(*sim.Call) error { return nil }
	first, second := name(nothing), name(nothing)
	assert.Regexp(t, `^TestKernelHasTheNameOfItsFunction\.nothing(-\d+)?$`, first)
	assert.Regexp(t, `^TestKernelHasTheNameOfItsFunction\.nothing-\d+$`, second)
	assert.NotEqual(t, first, second)
	assert.Regexp(t, `\.kernel-\d+$`, name(literal))
	assert.Regexp(t, `\.kernel-\d+$`, name(kernels{}.nothing))
}
