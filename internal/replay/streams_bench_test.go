// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/trace"
)

// crowds are traces of many streams, by what each of them does.
var crowds = map[string]func(streams int) string{
	// Each allocates, frees and is synchronized.
	"synchronized": func(streams int) string {
		var b strings.Builder
		for i := range streams {
			fmt.Fprintf(&b, "alloc %d 100 %d\nfree %d %d\nsync %d\n", i, i, i, i, i)
		}
		return b.String()
	},
	// Each allocates, frees, is awaited by the next one, and is synchronized.
	"chained": func(streams int) string {
		var b strings.Builder
		for i := range streams {
			fmt.Fprintf(&b, "alloc %d 100 %d\nfree %d %d\nrecord %d %d\nwait %d %d\nsync %d\n", i, i, i, i, i, i, i, (i+1)%streams, i)
		}
		return b.String()
	},
	// Half of them keep memory that nobody has waited for, and the others find none.
	"refused": func(streams int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "pool %d\n", uint64(max(streams/2, 1))*driver.Granule)
		for i := range streams {
			fmt.Fprintf(&b, "alloc %d 100 %d\nfree %d %d\n", i, i, i, i)
		}
		return b.String()
	},
}

const biggestPool = "pool 0\n"

// crowded returns a function that replays n operations of a crowd, over and over.
func crowded(t testing.TB, crowd string, streams int) func(n int) {
	m, err := newMachine(fakeacl.Documented)
	require.NoError(t, err)
	t.Cleanup(m.close)
	text := crowds[crowd](streams)
	in := trace.NewReader(crowd, io.MultiReader(strings.NewReader(biggestPool), &steady{text: text}))
	run := func(n int) {
		for range n {
			if err := m.step(in, nil); err != nil {
				panic(err)
			}
		}
	}
	run(1 + strings.Count(text, "\n")) // every stream is there
	require.Equal(t, crowd == "refused", m.counts.outOfMemory > 0)
	return run
}

// BenchmarkStreams compares an operation among 20 000 streams with one among 200. A wait costs
// what it awaits, a trim looks at the streams whose frees have executed, a refusal at none, and
// lines forget what the host knows. Measured: 1.7, with 0.4 µs for the latter.
//
//	go test -run '^$' -bench 'Streams$' -benchtime 1x ./internal/replay
func BenchmarkStreams(b *testing.B) {
	for crowd := range crowds {
		b.Run(crowd, func(b *testing.B) {
			cost, base := crowded(b, crowd, 20_000), crowded(b, crowd, 200)
			for b.Loop() {
				benchratio.AtMost(b, 4, cost, base)
			}
		})
	}
}

// BenchmarkStreamsAtOnce replays traces of up to a million streams, reading included.
//
//	go test -run '^$' -bench StreamsAtOnce -benchtime 1x ./internal/replay
func BenchmarkStreamsAtOnce(b *testing.B) {
	for name, tt := range map[string]struct {
		crowd   string
		streams int
	}{
		"10000 synchronized":   {"synchronized", 10_000},
		"100000 synchronized":  {"synchronized", 100_000},
		"1000000 synchronized": {"synchronized", 1_000_000},
		"100000 chained":       {"chained", 100_000},
		"100000 refused":       {"refused", 100_000},
	} {
		b.Run(name, func(b *testing.B) {
			var bytes uint64
			var took time.Duration
			for b.Loop() {
				bytes, took = replayed(b, tt.crowd, tt.streams)
			}
			b.ReportMetric(float64(bytes), "bytes/stream")
			b.ReportMetric(float64(took.Nanoseconds()), "ns/op")
		})
	}
}

// replayed replays a crowd. It returns the bytes of the Go heap that are kept for each stream at
// the end of the trace, and the mean time of an operation.
func replayed(t testing.TB, crowd string, streams int) (bytes uint64, took time.Duration) {
	text := biggestPool + crowds[crowd](streams)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m, err := newMachine(fakeacl.Documented)
	require.NoError(t, err)
	defer m.close()
	start := time.Now()
	require.NoError(t, m.run(trace.NewReader(crowd, strings.NewReader(text)), nil, nil))
	took = time.Since(start) / time.Duration(m.counts.operations)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Len(t, m.streams, streams)
	runtime.KeepAlive(text)
	return (after.HeapAlloc - before.HeapAlloc) / uint64(streams), took
}

// What a stream keeps does not grow with the number of streams. Measured: 0.65 KB a stream that
// allocates and frees, 0.9 KB with an event and a wait.
func TestMemoryOfAStream(t *testing.T) {
	for crowd, most := range map[string]uint64{"synchronized": 1000, "chained": 1400, "refused": 1000} {
		t.Run(crowd, func(t *testing.T) {
			for _, streams := range []int{2_000, 20_000} {
				bytes, _ := replayed(t, crowd, streams)
				t.Logf("%d streams: %d bytes each", streams, bytes)
				assert.LessOrEqual(t, bytes, most, "%d streams", streams)
			}
		})
	}
}
