// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"context"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// streams is the chapter on blocks that are allocated on one stream and freed on another, and
// on short-lived streams.
var streams = chapter{"streams", []testCase{
	{"allocate here, free there", freeElsewhere},
	{"hand around", handAround},
	{"closed ones leave their memory", closedStreams},
	{"many", manyStreams},
}}

func freeElsewhere(t *testing.T, r *rig) {
	p, home := r.start(t)
	away := r.stream(t)
	for i := range byte(40) { // more than the pool holds
		b, had := takes(t, p, home, granules(1))
		if !had {
			synchronize(t, home, away)
			drainAndTrim(t, p)
			b = malloc(t, p, home, granules(1))
		}
		fill(t, home, b, i)
		orderAfter(t, home, away)
		holdsBytes(t, away, "a block on the other stream", b, i)
		free(t, p, away, b)
	}
	st := stats(t, p)
	equal(t, "used", st.Used, 0)
	equal(t, "allocations", st.Mallocs, 40)
	equal(t, "frees", st.Frees, 40)
}

// Streams copy in turn, each what the previous one has copied.
func handAround(t *testing.T, r *rig) {
	p, s := r.start(t)
	ring := []*stream.Stream{s, r.stream(t), r.stream(t), r.stream(t)}
	const parts, size = 16, 1000
	b := malloc(t, p, s, parts*size)
	ok(t, s.Fill(b.View(), 0))
	synchronize(t, s)
	part := func(i uint64) acl.View {
		v, err := b.View().Slice(i*size, size)
		ok(t, err)
		return v
	}
	release := r.busy(t, s)
	ok(t, s.Fill(part(0), 0x6B))
	for i := range uint64(parts - 1) {
		before, on := ring[i%4], ring[(i+1)%4]
		orderAfter(t, before, on)
		ok(t, on.Copy(part(i+1), part(i)))
	}
	release()
	synchronize(t, ring...)
	got := make([]byte, b.Size())
	ok(t, within(func(ctx context.Context) error { return stream.CopySliceToHost(ctx, s, got, b.View()) }))
	ok(t, all(got, 0x6B))
	free(t, p, s, b)
}

// Memory that a closed stream has freed is available to the pool.
func closedStreams(t *testing.T, r *rig) {
	p, heir := r.start(t)
	old, err := stream.New(r.dev, stream.Config{})
	ok(t, err)
	b := malloc(t, p, old, poolSize)
	fill(t, old, b, 1)
	free(t, p, old, b)
	closeAll(t, old)
	b, had := takes(t, p, heir, poolSize)
	r.seen.yesNo(closedStream, had)
	if !had {
		drainAndTrim(t, p)
		b = malloc(t, p, heir, poolSize)
	}
	fill(t, heir, b, 2)
	holdsBytes(t, heir, "memory that a closed stream had", b, 2)
	free(t, p, heir, b)
}

// The counts of closed streams are kept, for any number of streams.
func manyStreams(t *testing.T, r *rig) {
	p := r.pool(t, mempool.Config{MaxSize: poolSize})
	kept, n := r.stream(t), uint64(40)
	for i := range n {
		s, err := stream.New(r.dev, stream.Config{})
		ok(t, err)
		b, had := takes(t, p, s, granules(1))
		if !had {
			drainAndTrim(t, p)
			b = malloc(t, p, s, granules(1))
		}
		fill(t, s, b, byte(i))
		free(t, p, s, b)
		closeAll(t, s)
	}
	st := stats(t, p)
	equal(t, "allocations", st.Mallocs, n)
	equal(t, "frees", st.Frees, n)
	drainAndTrim(t, p)
	b := malloc(t, p, kept, poolSize)
	free(t, p, kept, b)
}
