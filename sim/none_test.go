// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/sim"
)

// A kernel that keeps its Call when it returns has one that is zero.
func TestNoCall(t *testing.T) {
	for kind, c := range map[string]*sim.Call{"nil": nil, "zero": {}} {
		t.Run(kind, func(t *testing.T) {
			_, err := c.Bytes(0x1000, 1)
			require.ErrorIs(t, err, acl.ErrInvalid)
			_, err = sim.Slice[int32](c, 0x1000, 1)
			require.ErrorIs(t, err, acl.ErrInvalid)
			args := c.Args()
			assert.Zero(t, args.Int32())
			require.ErrorIs(t, args.Err(), acl.ErrInvalid)
			select {
			case <-c.Done():
			default:
				t.Error("nobody may wait for a kernel that is not there")
			}
		})
	}
}

func TestNoArgs(t *testing.T) {
	for kind, a := range map[string]*sim.ArgReader{"nil": nil, "zero": {}} {
		t.Run(kind, func(t *testing.T) {
			assert.Zero(t, a.Ptr())
			require.ErrorIs(t, a.Err(), acl.ErrInvalid)
		})
	}
}
