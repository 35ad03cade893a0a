// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// parallel is the chapter on many goroutines that use one pool.
var parallel = chapter{"parallel", []testCase{
	{"a stream each", parallelStreams},
	{"one stream for all", parallelOneStream},
	{"blocks handed on", parallelHandedOn},
}}

func rounds() int {
	if testing.Short() {
		return 15
	}
	return 60
}

// together runs f on n goroutines and reports their errors.
func together(t *testing.T, n int, f func(ctx context.Context, i int) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(background, patience)
	defer cancel()
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if err := f(ctx, i); err != nil {
				t.Errorf("goroutine %d: %v", i, err)
			}
		})
	}
	wg.Wait()
}

// allocate allocates, and waits for memory if there is none. On engines that never reuse
// memory, it trims what others have freed.
func allocate(ctx context.Context, p *mempool.Pool, s *stream.Stream, size uint64) (mempool.Block, error) {
	for {
		b, err := p.MallocAsync(s, size)
		if !errors.Is(err, acl.ErrOutOfMemory) {
			return b, err
		}
		if ctx.Err() != nil {
			return b, errors.Join(ctx.Err(), err)
		}
		if err := s.Synchronize(ctx); err != nil {
			return b, err
		}
		if _, err := p.TrimSync(ctx, 0); err != nil {
			return b, err
		}
	}
}

// work allocates a block, writes a value to it, reads it back and frees the block.
func work(ctx context.Context, p *mempool.Pool, s *stream.Stream, size uint64, value byte) error {
	b, err := allocate(ctx, p, s, size)
	if err != nil {
		return err
	}
	return errors.Join(write(s, b, value), verify(ctx, s, b, value), p.FreeAsync(s, b))
}

// done checks a pool after all work has ended.
func done(t *testing.T, p *mempool.Pool, mallocs int) {
	t.Helper()
	drainAndTrim(t, p)
	st := stats(t, p)
	equal(t, "used in the end", st.Used, 0)
	equal(t, "reserved in the end", st.Reserved, 0)
	equal(t, "live blocks in the end", st.LiveBlocks, 0)
	equal(t, "allocations", st.Mallocs, uint64(mallocs))
}

func parallelStreams(t *testing.T, r *rig) {
	const goroutines = 8
	p := r.pool(t, mempool.Config{MaxSize: poolSize})
	streams := make([]*stream.Stream, goroutines)
	for i := range streams {
		streams[i] = r.stream(t)
	}
	together(t, goroutines+1, func(ctx context.Context, i int) error {
		for n := range rounds() {
			if i == goroutines { // this one only reads statistics
				st, err := p.Stats()
				if err != nil {
					return err
				}
				if st.Used > st.Reserved || st.Reserved > st.MaxSize {
					return fmt.Errorf("impossible statistics: %+v", st)
				}
				continue
			}
			if err := work(ctx, p, streams[i], 1+granules(uint64(n%3)), byte(16*i+n)); err != nil {
				return err
			}
		}
		return nil
	})
	done(t, p, goroutines*rounds())
}

func parallelOneStream(t *testing.T, r *rig) {
	const goroutines = 4
	p, s := r.start(t)
	together(t, goroutines, func(ctx context.Context, i int) error {
		for n := range rounds() / 2 {
			if err := work(ctx, p, s, 1000, byte(16*i+n)); err != nil {
				return err
			}
		}
		return nil
	})
	done(t, p, goroutines*(rounds()/2))
}

// handed is a block that is sent to another goroutine, with an event recorded after its use.
type handed struct {
	block mempool.Block
	ready *event.Event
	value byte
}

// Goroutines fill blocks on their streams; others read and free them on other streams.
func parallelHandedOn(t *testing.T, r *rig) {
	const pairs = 3
	p := r.pool(t, mempool.Config{MaxSize: poolSize})
	belts := make([]chan handed, pairs)
	for i := range belts {
		belts[i] = make(chan handed, 2)
	}
	streams := make([]*stream.Stream, 2*pairs)
	for i := range streams {
		streams[i] = r.stream(t)
	}
	together(t, 2*pairs, func(ctx context.Context, i int) error {
		if i < pairs {
			defer close(belts[i])
			return r.makeBlocks(ctx, p, streams[i], belts[i])
		}
		return useBlocks(ctx, p, streams[i], belts[i-pairs])
	})
	done(t, p, pairs*rounds())
}

func (r *rig) makeBlocks(ctx context.Context, p *mempool.Pool, s *stream.Stream, to chan<- handed) error {
	for n := range rounds() {
		b, err := allocate(ctx, p, s, granules(1))
		if err != nil {
			return err
		}
		e, err := event.New(r.dev, event.Config{})
		if err != nil {
			return err
		}
		if err := errors.Join(write(s, b, byte(n)), s.Record(e)); err != nil {
			return err
		}
		to <- handed{b, e, byte(n)}
	}
	return nil
}

// useBlocks receives all blocks, even after a failure, so that their senders do not block.
func useBlocks(ctx context.Context, p *mempool.Pool, s *stream.Stream, from <-chan handed) (err error) {
	for h := range from {
		err = errors.Join(err, s.WaitEvent(h.ready), h.ready.Close(), verify(ctx, s, h.block, h.value), p.FreeAsync(s, h.block))
	}
	return err
}
