// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/trace"
)

// steady is an endless trace that frees and allocates again one of the live blocks at a
// time. The logarithms of the sizes are uniform between 512 bytes and most.
type steady struct {
	text string // repeated endlessly
	rest string // of text, not read yet
}

func newSteady(live int, most float64) (fill string, s *steady) {
	r := rand.New(rand.NewPCG(7, 8))
	size := func() int { return int(math.Exp2(9 + r.Float64()*(math.Log2(most)-9))) }
	var first, again strings.Builder
	fmt.Fprintln(&first, "pool 0\nattr threshold 68719476736")
	for id := range live {
		fmt.Fprintf(&first, "alloc %d %d 1\n", id, size())
	}
	for range 1 << 16 {
		id := r.IntN(live)
		fmt.Fprintf(&again, "free %d 1\nalloc %d %d 1\n", id, id, size())
	}
	return first.String(), &steady{text: again.String()}
}

func (s *steady) Read(p []byte) (int, error) {
	if s.rest == "" {
		s.rest = s.text
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// operations returns a function that replays n operations of a steady trace.
func operations(t testing.TB, live int, most float64) func(n int) {
	m, err := newMachine(fakeacl.Documented)
	require.NoError(t, err)
	t.Cleanup(m.close)
	fill, again := newSteady(live, most)
	in := trace.NewReader("steady", io.MultiReader(strings.NewReader(fill), again))
	run := func(n int) {
		for range n {
			if err := m.step(in, nil); err != nil {
				panic(err)
			}
		}
	}
	run(8 * live)
	require.Zero(t, m.counts.otherErrors+m.counts.outOfMemory)
	return run
}

// BenchmarkOperation compares an operation, reading included, with an update of a Go map.
//
//	go test -run '^$' -bench Operation -benchtime 1x ./internal/replay
func BenchmarkOperation(b *testing.B) {
	for name, tt := range map[string]struct {
		live int
		most float64
	}{
		"1000 live":  {1_000, 64 << 20},
		"10000 live": {10_000, 16 << 20},
	} {
		b.Run(name, func(b *testing.B) {
			cost, base := operations(b, tt.live, tt.most), benchratio.MapYardstick(tt.live)
			for b.Loop() {
				benchratio.AtMost(b, 5, cost, base)
			}
		})
	}
}

// In the steady state operations allocate no Go memory.
func TestOperationsAllocateNothing(t *testing.T) {
	run := operations(t, 500, 16<<20)
	run(50_000)
	if n := testing.AllocsPerRun(20, func() { run(1000) }); n > 1 {
		t.Errorf("%v allocations for 1000 operations", n)
	}
}

// Operations that are not synchronized take little memory, even if an opportunistic reuse
// makes the first of them wait: at most 50 MiB for 250,000.
func TestMemoryOfManyOperations(t *testing.T) {
	for name, attribute := range map[string]string{"in a stream": "threshold 0", "gambles": "opportunistic 1"} {
		_, again := newSteady(1000, 16<<20)
		text := "pool 0\nattr " + attribute + "\nalloc x 1 2\nfree x 2\nalloc y 1 1\n" // y gambles
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s, err := Run(name, io.MultiReader(strings.NewReader(text), &lines{again, 250_000}), Config{})
		require.NoError(t, err)
		runtime.ReadMemStats(&after)
		require.EqualValues(t, 250_005, s.Operations)
		const most = 50 << 20
		if grown := after.Sys - before.Sys; grown > most {
			t.Errorf("%s: %d MiB more", name, grown>>20)
		}
	}
}

// lines reads a number of lines from src.
type lines struct {
	src  io.Reader
	left int
}

func (l *lines) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	n, err := l.src.Read(p)
	for i, c := range p[:n] {
		if c != '\n' {
			continue
		}
		if l.left--; l.left == 0 {
			return i + 1, io.EOF
		}
	}
	return n, err
}
