// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// soakTime returns how long a soak test runs: the duration in ACLPOOL_SOAK, or a default.
func soakTime(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("ACLPOOL_SOAK")
	if text == "" {
		return 200 * time.Millisecond
	}
	d, err := time.ParseDuration(text)
	require.NoError(t, err, "ACLPOOL_SOAK")
	return d
}

// parcel is a buffer that is sent to another worker. ready is recorded after the writes.
type parcel struct {
	data  mempool.Buffer[uint32]
	first uint32
	ready *event.Event
}

// Goroutines with a stream each write, copy and send buffers; others read, check and free
// them, all in stream order. The pool is too small for all of them at once. Every element that
// is read must be what was written: memory that is reused too early is found.
func TestSoak(t *testing.T) {
	const pairs = 4
	dev := acltest.New(t)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 40 * mib, Reuse: mempool.Reuse{Internal: true}})
	post := make(chan parcel)
	end := time.Now().Add(soakTime(t))
	var senders, receivers sync.WaitGroup
	for id := range pairs {
		w := sender{
			pool: p, s: acltest.Stream(t, dev), post: post,
			random: rand.New(rand.NewPCG(uint64(id), 0)), next: uint32(id) << 24,
		}
		senders.Go(func() {
			for time.Now().Before(end) && assert.NoError(t, w.round()) {
			}
		})
		s := acltest.Stream(t, dev)
		receivers.Go(func() {
			for got := range post {
				assert.NoError(t, receive(s, got))
			}
		})
	}
	senders.Wait()
	close(post)
	receivers.Wait()
	require.NoError(t, dev.Synchronize(context.Background()))
	st := stats(t, p)
	assert.Zero(t, st.Used)
	assert.Zero(t, st.LiveBlocks)
	assert.Equal(t, st.Mallocs, st.Frees)
	assert.NotZero(t, st.Frees)
}

type sender struct {
	pool   *mempool.Pool
	s      *stream.Stream
	post   chan<- parcel
	random *rand.Rand
	next   uint32 // first element of the next parcel
}

// round sends a parcel, or makes room if the pool is full.
func (w *sender) round() error {
	err := w.send()
	if errors.Is(err, acl.ErrOutOfMemory) {
		_, err = w.pool.TrimSync(context.Background(), 8*mib)
	}
	return err
}

// send writes one buffer, copies it to a second one, frees the first and sends the second. The
// copy may not have run by then.
func (w *sender) send() error {
	ctx := context.Background()
	n := 1 + w.random.IntN(mib/2)
	from, err := mempool.NewBuffer[uint32](w.pool, w.s, n)
	if err != nil {
		return err
	}
	to, err := mempool.NewBuffer[uint32](w.pool, w.s, n)
	if err != nil {
		return errors.Join(err, from.FreeAsync(w.s))
	}
	first := w.next
	w.next += uint32(n)
	ready, err := event.New(w.s.Device(), event.Config{})
	if err != nil {
		return errors.Join(err, from.FreeAsync(w.s), to.FreeAsync(w.s))
	}
	err = errors.Join(
		from.CopyFromSlice(ctx, w.s, count(first, n)),
		w.s.Copy(to.View(), from.View()),
		from.FreeAsync(w.s),
		w.s.Record(ready),
	)
	w.post <- parcel{data: to, first: first, ready: ready}
	return err
}

// receive reads a buffer that another stream has written, checks it and frees it on s.
func receive(s *stream.Stream, got parcel) error {
	out := make([]uint32, got.data.Len())
	err := errors.Join(
		s.WaitEvent(got.ready),
		got.data.CopyToSlice(context.Background(), s, out),
		got.data.FreeAsync(s),
		got.ready.Close(),
	)
	for i, v := range out {
		if v != got.first+uint32(i) && err == nil {
			err = errors.New("soak: memory of one buffer was given to another too early")
		}
	}
	return err
}

// count returns n successive numbers from first on.
func count(first uint32, n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = first + uint32(i)
	}
	return out
}
