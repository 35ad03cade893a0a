// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
)

// synchronous fills and copies without a stream.
func synchronous(t testing.TB, dev *acl.Device) (err error) {
	ctx := context.Background()
	closing := func(c func() error) { err = errors.Join(err, c()) }
	from, err := dev.Malloc(64)
	if err != nil {
		return err
	}
	defer closing(from.Close)
	to, err := dev.Malloc(64)
	if err != nil {
		return err
	}
	defer closing(to.Close)
	h, err := acl.NewHostBuffer[int32](dev, 4)
	if err != nil {
		return err
	}
	defer closing(h.Close)
	view, err := to.View().Slice(0, 16)
	assert.NoError(t, err)

	got := make([]int32, 4)
	steps := []func() error{
		func() error { _, err := dev.MemInfo(); return err },
		func() error { return acl.Fill(ctx, from.View(), 1) },
		func() error { return acl.Copy(ctx, to.View(), from.View()) },
		func() error { return acl.CopySliceToHost(ctx, got, view) },
		func() error { return acl.CopySliceToDevice(ctx, view, h.Slice()) },
		func() error { return dev.Synchronize(ctx) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	assert.Equal(t, []int32{0x01010101, 0x01010101, 0x01010101, 0x01010101}, got)
	return nil
}

func TestEachFaultOfSynchronousCalls(t *testing.T) { acltest.EachFault(t, synchronous) }
