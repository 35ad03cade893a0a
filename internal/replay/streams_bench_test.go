// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/trace"
)

// chain is a trace of many streams: each allocates, frees, is awaited by the next one, and
// is synchronized.
func chain(streams int) string {
	var b strings.Builder
	for i := range streams {
		fmt.Fprintf(&b, "alloc %d 100 %d\nfree %d %d\nrecord %d %d\nwait %d %d\nsync %d\n", i, i, i, i, i, i, i, (i+1)%streams, i)
	}
	return b.String()
}

// chained returns a function that replays n operations of a chain, over and over.
func chained(t testing.TB, streams int) func(n int) {
	m, err := newMachine(fakeacl.Documented)
	require.NoError(t, err)
	t.Cleanup(m.close)
	text := chain(streams)
	in := trace.NewReader("chain", io.MultiReader(strings.NewReader("pool 34359738368\n"), &steady{text: text}))
	run := func(n int) {
		for range n {
			if err := m.step(in, nil); err != nil {
				panic(err)
			}
		}
	}
	run(1 + 5*streams) // every stream is there
	require.Zero(t, m.counts.otherErrors+m.counts.outOfMemory)
	return run
}

// BenchmarkStreams compares an operation among 20 000 streams with one among 200. It measured
// 2.2, with 0.39 µs for the latter. A wait costs what it awaits, a trim looks at the streams
// with cached memory, and lines forget what the host knows: before, an operation among 5 000
// streams took 45 µs, and more with each stream.
//
//	go test -run '^$' -bench Streams -benchtime 1x ./internal/replay
func BenchmarkStreams(b *testing.B) {
	cost, base := chained(b, 20_000), chained(b, 200)
	for b.Loop() {
		benchratio.AtMost(b, 4, cost, base)
	}
}
