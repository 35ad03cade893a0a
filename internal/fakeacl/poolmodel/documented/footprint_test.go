// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

// captured are allocation traces of real programs, and made ones that are like them. A
// clone of the repository does not have them.
const captured = "../../../../shared/data/traces"

// footprint is what a program needs of a pool, in bytes.
type footprint struct {
	end            uint64 // of the highest block that there ever was
	used, reserved uint64 // at most
}

// follower runs a trace on a book and, operation by operation, on the model.
type follower struct {
	*script
	m           *model
	book, model footprint
}

// follow returns the footprints of a trace.
func follow(t *testing.T, trace io.Reader) (ofBook, ofModel footprint) {
	f := &follower{script: newScript(t)}
	lines := bufio.NewScanner(trace)
	for lines.Scan() {
		if line := lines.Text(); line != "" && line[0] != '#' {
			f.step(line)
		}
	}
	require.NoError(t, lines.Err())
	s := f.script.book.Stats()
	f.book.used, f.book.reserved = s.UsedHigh, s.ReservedHigh
	f.model.used, f.model.reserved = f.m.usedHigh, f.m.reservedHigh
	return f.book, f.model
}

func (f *follower) step(line string) {
	words := strings.Fields(line)
	arg := func(i int) uint64 { return parseBytes(f.t, words[i]) }
	off := f.pointers[words[min(1, len(words)-1)]] // before it is set anew
	got := f.do(line)
	require.Equal(f.t, driver.Success, got.code, line)
	switch words[0] {
	case "pool":
		f.m = newModel(f.device, f.script.book.Size(), f.mem.left)
	case "alloc":
		want, _ := f.m.malloc(arg(3), arg(2))
		require.Equal(f.t, []string{fmt.Sprint(want.Off), fmt.Sprint(want.Size), want.Class.String()}, got.fields, line)
		f.book.end = max(f.book.end, f.pointers[words[1]]+want.Size)
		f.model.end = max(f.model.end, want.Off+want.Size)
	case "free":
		_, code := f.m.free(arg(2), off)
		require.Equal(f.t, driver.Success, code, line)
	case "record":
		f.m.record(arg(1), arg(2))
	case "wait":
		f.m.wait(arg(1), arg(2))
	case "sync":
		f.m.awaited(f.m.past[arg(1)])
		f.m.trim(f.m.threshold)
	case "attr":
		f.m.event = words[1] == "event" && arg(2) == 1 || f.m.event
		f.m.internal = words[1] == "internal" && arg(2) == 1 || f.m.internal
		if words[1] == "threshold" {
			f.m.threshold = arg(2)
		}
	default:
		require.Fail(f.t, "no such operation here", line)
	}
}

// As they are, with reuse by event, and where memory is kept.
var settings = map[string]string{
	"all off":       "",
	"event":         "attr event 1\n",
	"internal":      "attr event 1\nattr internal 1\n",
	"kept by event": "attr event 1\nattr threshold 4294967296\n",
}

// A book needs as much memory as the model, to the byte, for traces of real programs.
func TestFootprintOfCapturedTraces(t *testing.T) {
	if checking || testing.Short() {
		t.Skip("takes too long with checks after every operation, and in a short run")
	}
	if _, err := os.Stat(captured); err != nil {
		t.Skipf("no captured traces beside the repository: %v", err)
	}
	files, err := fs.Glob(os.DirFS(captured), "*/*.trace")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(file, ".trace"), func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(captured, file))
			require.NoError(t, err)
			book, model := follow(t, strings.NewReader(string(text)))
			assert.Equal(t, model, book)
			t.Logf("%d bytes to the end of the highest block, %d used and %d reserved at most", book.end, book.used, book.reserved)
		})
	}
}

// Nor for steady work on several streams with events between them.
func TestFootprintOfSteadyWork(t *testing.T) {
	for name, attrs := range settings {
		t.Run(name, func(t *testing.T) {
			book, model := follow(t, steadyWork(attrs, 4, 60, 600))
			assert.Equal(t, model, book)
		})
	}
}

// steadyWork is a trace: on some streams in turn of so many live blocks one is freed and
// another allocated, and now and then a stream waits for another or is synchronized. The
// logarithms of sizes are uniform between 512 bytes and 64 MiB.
func steadyWork(attrs string, streams, live, rounds int) io.Reader {
	r := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	b.WriteString("pool 17179869184\n" + attrs)
	alloc := func(id int) {
		fmt.Fprintf(&b, "alloc %d %d %d\n", id, int(math.Exp2(9+17*r.Float64())), r.IntN(streams))
	}
	for id := range live {
		alloc(id)
	}
	for round := range rounds {
		id := r.IntN(live)
		fmt.Fprintf(&b, "free %d %d\n", id, r.IntN(streams))
		alloc(id)
		switch r.IntN(12) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "record %d %d\nwait %d %d\n", round, r.IntN(streams), round, r.IntN(streams))
		case 3:
			fmt.Fprintf(&b, "sync %d\n", r.IntN(streams))
		}
	}
	return strings.NewReader(b.String())
}
