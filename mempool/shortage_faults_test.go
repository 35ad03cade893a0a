// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// scarce uses two pools on a device that has memory for one of them: each allocation takes back
// what the other pool has cached, and the second waits for its free.
func scarce(t testing.TB, dev *acl.Device) (err error) {
	ctx := context.Background()
	var s [2]*stream.Stream
	var p [2]*mempool.Pool
	for i := range s {
		if s[i], err = stream.New(dev, stream.Config{}); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s[i].Close(ctx)) }()
		if p[i], err = mempool.New(ctx, dev, mempool.Config{MaxSize: 32 * mib}); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, p[i].Close(ctx)) }()
	}
	for range 2 {
		for i := range p {
			x, err := mempool.MallocBuffer[int32](ctx, p[i], s[i], 20*mib/4)
			if err != nil {
				return err
			}
			var got [4]int32
			low, err := x.View().Slice(0, 16)
			if err == nil {
				err = s[i].Fill(low, byte(i))
			}
			if err == nil {
				err = stream.CopySliceToHost(ctx, s[i], got[:], low)
			}
			if err == nil {
				assert.EqualValues(t, i*0x01010101, got[3])
			}
			if e := x.FreeAsync(s[i]); err != nil || e != nil {
				return errors.Join(err, e)
			}
		}
	}
	return nil
}

// Each call fails once of a program that is short of memory, where the device takes memory at the
// call. Where it takes it later, an allocation goes on if a call of the check before it fails.
func TestEachFaultOfAShortage(t *testing.T) {
	acltest.RequireGoMachine(t)
	acltest.EachFault(t, scarce, acltest.FaultConfig{Machine: sim.Config{Memory: 40 * mib}})
}
