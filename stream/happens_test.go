// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/order"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/stream"
)

// ordered is a device with three streams, an event and memory to work on.
type ordered struct {
	*testing.T
	dev *acl.Device
	s   [3]*stream.Stream
	e   *event.Event
	v   acl.View
}

func newOrdered(t *testing.T) *ordered {
	dev := acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.WriteAfterWrite)
	o := &ordered{T: t, dev: dev, e: testkit.Event(t, dev), v: testkit.Malloc(t, dev, 64)}
	for i := range o.s {
		var err error
		o.s[i], err = stream.New(dev, stream.Config{})
		require.NoError(t, err)
		t.Cleanup(func() { _ = o.s[i].Close(context.Background()) })
	}
	return o
}

func (o *ordered) inner(i int) *core.Stream { return (*opaque.Stream)(o.s[i]).Inner() }

// work enqueues something on a stream and returns its place.
func (o *ordered) work(i int) order.Place {
	require.NoError(o, o.s[i].Fill(o.v, 1))
	require.NoError(o, o.inner(i).Lock())
	defer o.inner(i).Unlock()
	return o.inner(i).Place()
}

func (o *ordered) record(i int)             { require.NoError(o, o.s[i].Record(o.e)) }
func (o *ordered) wait(i int)               { require.NoError(o, o.s[i].WaitEvent(o.e)) }
func (o *ordered) hold(i int) *acltest.Gate { return acltest.Hold(o, o.s[i]) }

func (o *ordered) knows(i int, p order.Place) bool {
	require.NoError(o, o.inner(i).Lock())
	defer o.inner(i).Unlock()
	return o.inner(i).Knows(p)
}

// ended returns a context that has ended.
func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func TestWhatHappensBeforeWhat(t *testing.T) {
	ctx := context.Background()
	tests := map[string]func(o *ordered){
		"nothing without a wait": func(o *ordered) {
			p := o.work(0)
			assert.True(o, o.knows(0, p))
			assert.False(o, o.knows(1, p))
		},
		"a chain of waits": func(o *ordered) {
			p := o.work(0)
			o.record(0)
			later := o.work(0)
			o.wait(1)
			q := o.work(1)
			o.record(1)
			o.wait(2)
			assert.True(o, o.knows(2, p))
			assert.True(o, o.knows(2, q))
			assert.False(o, o.knows(2, later))
			assert.False(o, o.knows(0, q))
		},
		"a wait is for the last record": func(o *ordered) {
			p := o.work(0)
			o.record(0)
			q := o.work(1)
			o.record(1)
			o.wait(2)
			assert.False(o, o.knows(2, p))
			assert.True(o, o.knows(2, q))
		},
		"a wait keeps what it is for when the event is recorded anew and closed": func(o *ordered) {
			p := o.work(0)
			o.record(0)
			o.wait(1)
			q := o.work(2)
			o.record(2)
			require.NoError(o, o.e.Close())
			assert.True(o, o.knows(1, p))
			assert.False(o, o.knows(1, q))
		},
		"a synchronized stream, and what it waited for": func(o *ordered) {
			p := o.work(0)
			o.record(0)
			o.wait(1)
			require.NoError(o, o.s[1].Synchronize(ctx))
			assert.True(o, o.knows(2, p))
		},
		"a synchronize that is given up": func(o *ordered) {
			gate := o.hold(0)
			p := o.work(0)
			short, cancel := context.WithTimeout(ctx, time.Millisecond)
			defer cancel()
			require.ErrorIs(o, o.s[0].Synchronize(short), acl.ErrTimeout)
			require.Error(o, o.s[0].Synchronize(ended()))
			assert.False(o, o.knows(1, p))
			gate.Release()
		},
		"an idle stream": func(o *ordered) {
			p := o.work(0)
			require.NoError(o, o.s[0].WaitIdle(ctx))
			assert.True(o, o.knows(1, p))
		},
		"a query that says complete": func(o *ordered) {
			gate := o.hold(0)
			p := o.work(0)
			done, err := o.s[0].Query()
			require.NoError(o, err)
			assert.False(o, done)
			assert.False(o, o.knows(1, p))
			gate.Release()
			require.Eventually(o, func() bool { done, _ := o.s[0].Query(); return done }, 10*time.Second, time.Millisecond)
			assert.True(o, o.knows(1, p))
		},
		"a synchronized event, not what came after its record": func(o *ordered) {
			p := o.work(0)
			o.record(0)
			gate := o.hold(0)
			later := o.work(0)
			require.NoError(o, o.e.Synchronize(ctx))
			assert.True(o, o.knows(1, p))
			assert.False(o, o.knows(1, later))
			gate.Release()
		},
		"an event that is queried, also when its stream was known complete": func(o *ordered) {
			p := o.work(0)
			o.record(0)
			o.wait(1)
			require.NoError(o, o.s[1].Record(o.e))
			require.Eventually(o, func() bool { done, _ := o.e.Query(); return done }, 10*time.Second, time.Millisecond)
			assert.True(o, o.knows(2, p))
		},
		"a synchronized device": func(o *ordered) {
			p, q := o.work(0), o.work(1)
			require.NoError(o, o.dev.Synchronize(ctx))
			assert.True(o, o.knows(2, p))
			assert.True(o, o.knows(2, q))
			assert.True(o, o.inner(0).Device.HostKnows(p))
		},
		"a closed stream, and what it waited for": func(o *ordered) {
			p := o.work(0)
			o.record(0)
			o.wait(1)
			q := o.work(1)
			require.NoError(o, o.s[1].Close(ctx))
			assert.True(o, o.knows(2, q))
			assert.True(o, o.knows(2, p))
		},
		"a stamp of a record is asked later": func(o *ordered) {
			p := o.work(0)
			o.record(0)
			later := o.work(0)
			c := (*opaque.Event)(o.e).Inner()
			c.Mu.Lock()
			stamp := c.Stamp()
			c.Mu.Unlock()
			require.NoError(o, o.dev.Synchronize(ctx))
			assert.True(o, stamp.Knows(p))
			assert.False(o, stamp.Knows(later))
			c.Device.ReleaseStamp(stamp)
		},
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) { f(newOrdered(t)) })
	}
}

// A synchronize proves what was enqueued when it began, whatever others enqueue meanwhile.
func TestOrderBesideConcurrentWork(t *testing.T) {
	o := newOrdered(t)
	ctx := context.Background()
	var wg sync.WaitGroup
	for i := range o.s {
		e := testkit.Event(t, o.dev)
		wg.Go(func() {
			for range 100 {
				p := o.work(i)
				assert.NoError(t, o.s[i].Record(e))
				assert.NoError(t, o.s[(i+1)%len(o.s)].WaitEvent(e))
				assert.True(t, o.knows((i+1)%len(o.s), p))
			}
		})
		wg.Go(func() {
			for range 100 {
				p := o.work(i)
				assert.NoError(t, o.s[i].Synchronize(ctx))
				assert.True(t, o.inner(i).Device.HostKnows(p))
				_, err := o.s[i].Query()
				assert.NoError(t, err)
			}
		})
	}
	wg.Wait()
}
