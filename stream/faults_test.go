// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/stream"
)

// copies moves bytes through two streams that events order, and back to the host. The streams
// close first, with the work that uses the rest.
func copies(ctx context.Context, t testing.TB, dev *acl.Device) (err error) {
	const n = 1 << 10
	closing := func(c func() error) { err = errors.Join(err, c()) }
	m, err := dev.Malloc(2 * n)
	if err != nil {
		return err
	}
	defer closing(m.Close)
	h, err := acl.NewHostBuffer[byte](dev, n)
	if err != nil {
		return err
	}
	defer closing(h.Close)
	start, err := event.New(dev, event.Config{Timing: true})
	if err != nil {
		return err
	}
	defer closing(start.Close)
	end, err := event.New(dev, event.Config{Timing: true})
	if err != nil {
		return err
	}
	defer closing(end.Close)
	first, err := stream.New(dev, stream.Config{Name: "first"})
	if err != nil {
		return err
	}
	defer closing(func() error { return first.Close(ctx) })
	second, err := stream.New(dev, stream.Config{Name: "second", StopOnFailure: true, Priority: 1, FastLaunch: true})
	if err != nil {
		return err
	}
	defer closing(func() error { return second.Close(ctx) })
	low, err := m.View().Slice(0, n)
	assert.NoError(t, err)
	high, err := m.View().Slice(n, n)
	assert.NoError(t, err)

	got := make([]byte, n)
	steps := []func() error{
		func() error { return first.Record(start) },
		func() error { return first.Fill(low, 7) },
		func() error { return first.Record(end) },
		func() error { return second.WaitEvent(end) },
		func() error { return second.Copy(high, low) },
		func() error { return second.CopyToHost(h.View(), high) },
		func() error { return second.WaitIdle(ctx) },
		func() error { return end.Synchronize(ctx) },
		func() error { _, err := event.Elapsed(start, end); return err },
		func() error { _, err := start.Query(); return err },
		func() error { return first.CopyToDevice(low, h.View()) },
		func() error { return stream.CopySliceToHost(ctx, first, got, low) },
		func() error { return stream.CopySliceToDevice(ctx, second, high, got) },
		func() error { _, err := second.Query(); return err },
		func() error { return second.Synchronize(ctx) },
		func() error { return second.Abort(ctx) },
		func() error { return dev.Synchronize(ctx) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	assert.Equal(t, bytes.Repeat([]byte{7}, n), h.Slice())
	assert.Equal(t, h.Slice(), got)
	return nil
}

// Each call fails once, with a context that cannot end, for which waits are calls that block, and
// with one that can, for which they are queries.
func TestEachFaultOfCopies(t *testing.T) {
	for kind, end := range map[string]bool{"waits": false, "queries": true} {
		t.Run(kind, func(t *testing.T) {
			acltest.EachFault(t, func(t testing.TB, dev *acl.Device) error {
				ctx := context.Background()
				if end {
					var cancel func()
					ctx, cancel = context.WithTimeout(ctx, time.Minute)
					defer cancel()
				}
				return copies(ctx, t, dev)
			})
		})
	}
}
