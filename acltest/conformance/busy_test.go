// SPDX-License-Identifier: Apache-2.0

package conformance_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/acltest/conformance"
	"github.com/ascend-go/aclpool/mempool"
)

func TestCopiesFor(t *testing.T) {
	tests := map[string]struct {
		each time.Duration
		want int
	}{
		"no time":         {0, 1000},
		"fast":            {60 * time.Microsecond, 500},
		"slow":            {5 * time.Millisecond, 6},
		"slower than all": {3 * time.Second, 4},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, conformance.CopiesFor(tt.each)) })
	}
}

// The suite on hardware, where streams cannot be held.
func TestWithoutHolding(t *testing.T) {
	if testing.Short() {
		t.Skip("the copies take a while")
	}
	acltest.RequireGoMachine(t) // on a library TestDevice may go that way itself
	conformance.DoNotHold(t)
	conformance.Run(t, acltest.New, mempool.EngineNative)
}

// A device may have finished its work before a test looks: that is no failure.
func TestOnADeviceThatIsNeverBusy(t *testing.T) {
	acltest.RequireGoMachine(t)
	conformance.NeverBusy(t)
	conformance.Run(t, acltest.New, mempool.EngineNative)
}
