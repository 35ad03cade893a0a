// SPDX-License-Identifier: Apache-2.0

package trace_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/trace"
)

// read reads a whole trace. It returns the ids as strings, in a list of their own.
func read(text string) (ops []trace.Operation, ids []string, err error) {
	r := trace.NewReader("a.trace", strings.NewReader(text))
	for {
		var o trace.Operation
		if err = r.Next(&o); err != nil {
			return ops, ids, err
		}
		ids = append(ids, string(o.ID))
		o.ID = nil
		ops = append(ops, o)
	}
}

func TestReader(t *testing.T) {
	ops, ids, err := read("# a comment\n\npool 1073741824\nattr threshold 18446744073709551615\r\n\r\n" +
		"get used_high\nalloc kv/0 2097153 7\n#\nfree kv/0 8\nrecord 1 2\nwait 1 3\nsync 2\nsyncdev\ntrim 0")
	require.ErrorIs(t, err, io.EOF)
	assert.Equal(t, []trace.Operation{
		{Kind: trace.Pool, Value: 1 << 30},
		{Kind: trace.Attr, Attr: driver.PoolReleaseThreshold, Value: 1<<64 - 1},
		{Kind: trace.Get, Attr: driver.PoolUsedHigh},
		{Kind: trace.Alloc, Value: 2097153, Stream: 7},
		{Kind: trace.Free, Stream: 8},
		{Kind: trace.Record, Event: 1, Stream: 2},
		{Kind: trace.Wait, Event: 1, Stream: 3},
		{Kind: trace.Sync, Stream: 2},
		{Kind: trace.SyncDevice},
		{Kind: trace.Trim},
	}, ops)
	assert.Equal(t, []string{"", "", "", "kv/0", "kv/0", "", "", "", "", ""}, ids)
}

func TestMalformedLines(t *testing.T) {
	tests := map[string]struct{ line, problem string }{
		"unknown":            {"malloc a 1 1", `unknown operation "malloc": want one of pool, attr, get, alloc, free, record, wait, sync, syncdev, trim`},
		"field missing":      {"alloc a 4096", `"alloc a 4096": want <id> <bytes> <stream> after alloc`},
		"no fields":          {"sync", "want <stream> after sync"},
		"field too many":     {"sync 1 2", "want <stream> after sync"},
		"two spaces":         {"free  a 1", "separated by one space"},
		"space at the end":   {"sync 1 ", "want <stream> after sync"},
		"space in front":     {" sync 1", `unknown operation ""`},
		"only a space":       {" ", `unknown operation ""`},
		"tab":                {"sync\t1", `unknown operation "sync\t1"`},
		"fields of syncdev":  {"syncdev 1", "want nothing after syncdev"},
		"negative":           {"alloc a -1 1", `"-1" is not an unsigned decimal number of at most 64 bits`},
		"hexadecimal":        {"trim 0x10", `"0x10" is not an unsigned decimal number`},
		"65 bits":            {"trim 18446744073709551616", `"18446744073709551616" is not an unsigned decimal number of at most 64 bits`},
		"many digits":        {"trim 99999999999999999999999", "is not an unsigned decimal number of at most 64 bits"},
		"attribute":          {"attr size 1", `unknown attribute "size"`},
		"attribute, no more": {"get", "want <name> after get"},
		"stream by name":     {"alloc a 1 main", `"main" is not an unsigned decimal number`},
		"too long":           {"free " + strings.Repeat("x", 1<<17) + " 1", "the line is longer than 65536 bytes"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ops, _, err := read("pool 0\n# comment\n\n" + tt.line + "\nsync 1\n")
			var syntax *trace.SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Equal(t, 4, syntax.Line)
			assert.Equal(t, "a.trace", syntax.File)
			assert.ErrorContains(t, err, "a.trace:4: ")
			assert.ErrorContains(t, err, tt.problem)
			assert.Len(t, ops, 1)
		})
	}
}

func TestLongComments(t *testing.T) {
	long := "#" + strings.Repeat("x", 1<<18)
	ops, _, err := read(long + "\nsync 1\n" + long)
	require.ErrorIs(t, err, io.EOF)
	assert.Len(t, ops, 1)
	_, _, err = read(long + "\nsync\n")
	assert.ErrorContains(t, err, "a.trace:2: ")
}

func TestReadingFails(t *testing.T) {
	for name, text := range map[string]string{"in a line": "sync 1\nsync", "in a long comment": "#" + strings.Repeat("x", 1<<17)} {
		broken := errors.New("broken")
		r := trace.NewReader("a.trace", io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		var o trace.Operation
		err := r.Next(&o)
		for err == nil {
			err = r.Next(&o)
		}
		assert.ErrorIs(t, err, broken, name)
		assert.ErrorContains(t, err, "a.trace: read line", name)
	}
}

func TestBytesAreCounted(t *testing.T) {
	text := "# " + strings.Repeat("x", 1<<17) + "\nsync 1\nsync 2"
	r := trace.NewReader("a.trace", strings.NewReader(text))
	var o trace.Operation
	for r.Next(&o) == nil {
	}
	assert.EqualValues(t, len(text), r.Bytes())
}

func TestNothingIsAllocatedPerLine(t *testing.T) {
	r := trace.NewReader("a.trace", strings.NewReader(strings.Repeat(
		"alloc block-17 4096 3\nattr event 1\nfree block-17 3\nrecord 1 2\nwait 1 3\nsync 3\nsyncdev\n", 1000)))
	w := trace.NewWriter(io.Discard)
	var o trace.Operation
	res := trace.Result{Kind: trace.Alloc, Columns: trace.Range, Class: "event"}
	next := func() {
		if err := errors.Join(r.Next(&o), w.Write(&res)); err != nil {
			panic(err)
		}
	}
	next()
	assert.Zero(t, testing.AllocsPerRun(5000, next))
}

func TestWriter(t *testing.T) {
	var b strings.Builder
	w := trace.NewWriter(&b)
	for _, r := range []trace.Result{
		{Kind: trace.Pool, Columns: trace.Range, Size: 4 << 20},
		{Kind: trace.Get, Columns: trace.Value, Offset: 7, Reserved: 1, ReservedHigh: 2, Used: 3, UsedHigh: 4},
		{Kind: trace.Alloc, Columns: trace.Range, Offset: 2 << 20, Size: 2 << 20, Class: "same-stream"},
		{Kind: trace.Free, Failed: true},
		{Kind: trace.SyncDevice, UsedHigh: 1<<64 - 1},
	} {
		require.NoError(t, w.Write(&r))
	}
	require.NoError(t, w.Flush())
	assert.Equal(t, `1 pool OK 0 4194304 - 0 0 0 0
2 get OK 7 - - 1 2 3 4
3 alloc OK 2097152 2097152 same-stream 0 0 0 0
4 free ERR - - - 0 0 0 0
5 syncdev OK - - - 0 0 0 18446744073709551615
`, b.String())
}

func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		"pool 0\nalloc a 1 1\nfree a 1\nsync 1\n", "attr event 1\nget threshold\n", "record 1 2\r\nwait 1 3", "#\n\n syncdev\n", "# aclpool trace 1\nsync 1\n", "# aclpool trace 2", "trim 18446744073709551616",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ops, ids, err := read(text)
		var syntax *trace.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			assert.LessOrEqual(t, len(ops), strings.Count(text, "\n")+1)
		case errors.As(err, &syntax):
			assert.LessOrEqual(t, syntax.Line, strings.Count(text, "\n")+1)
		default:
			t.Fatal(err)
		}
		for i, o := range ops {
			assert.Equal(t, o.Kind == trace.Alloc || o.Kind == trace.Free, ids[i] != "")
			assert.NotContains(t, ids[i], " ")
		}
	})
}
