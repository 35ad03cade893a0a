// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// proof is a small program that is right, or that violates stream order once. The lines of
// the operations that its report must name end with the comments "first" and "second".
type proof struct {
	kind hazard.Kind // 0 for a program that is right
	run  func(*run)
}

func keeps(f func(*run)) proof                   { return proof{run: f} }
func violates(k hazard.Kind, f func(*run)) proof { return proof{kind: k, run: f} }

// run is what a program works with: three streams, a pool, two events and a kernel.
type run struct {
	testing.TB
	ctx     context.Context
	dev     *acl.Device
	pool    *mempool.Pool
	a, b, c *stream.Stream
	e, f    *event.Event
	add     *kernel.Function // does nothing; what it uses are its arguments

	violates bool
}

// late checks the error of a call that may report a failure of earlier work: what violates the
// order may also fail.
func (r *run) late(err error) {
	r.Helper()
	if !r.violates {
		assert.NoError(r, err)
	}
}

// ok checks the error of a call. The program makes the call itself, on a line of its own.
func (r *run) ok(err error) {
	r.Helper()
	require.NoError(r, err)
}

// buffer allocates elements on the stream a.
func (r *run) buffer() mempool.Buffer[int32] {
	r.Helper()
	return r.on(r.a)
}

const elements = 64

func (r *run) on(s *stream.Stream) mempool.Buffer[int32] {
	r.Helper()
	b, err := mempool.NewBuffer[int32](r.pool, s, elements)
	r.ok(err)
	return b
}

// order has the stream after wait for all that is enqueued on the stream before.
func (r *run) order(before, after *stream.Stream) {
	r.Helper()
	e, err := event.New(r.dev, event.Config{})
	r.ok(err)
	r.Cleanup(func() { assert.NoError(r, e.Close()) })
	r.ok(before.Record(e))
	r.ok(after.WaitEvent(e))
}

// host allocates pinned memory.
func (r *run) host() *acl.HostBuffer[int32] {
	r.Helper()
	h, err := acl.NewHostBuffer[int32](r.dev, elements)
	r.ok(err)
	r.Cleanup(func() { assert.NoError(r, h.Close()) })
	return h
}

// slice returns elements of a buffer.
func (r *run) slice(b mempool.Buffer[int32], i, j int) mempool.BufferView[int32] {
	r.Helper()
	v, err := b.Slice(i, j)
	r.ok(err)
	return v
}

func newRun(t *testing.T) *run {
	r := &run{TB: t, ctx: context.Background(), dev: acltest.New(t)}
	r.pool = acltest.Pool(t, r.dev, mempool.Config{Name: "pool", MaxSize: 64 << 20})
	for name, s := range map[string]**stream.Stream{"a": &r.a, "b": &r.b, "c": &r.c} {
		var err error
		*s, err = stream.New(r.dev, stream.Config{Name: name})
		r.ok(err)
		t.Cleanup(func() { r.late((*s).Close(r.ctx)) })
	}
	for _, e := range []**event.Event{&r.e, &r.f} {
		var err error
		*e, err = event.New(r.dev, event.Config{})
		r.ok(err)
		t.Cleanup(func() { assert.NoError(t, (*e).Close()) })
	}
	r.add = acltest.Kernel(t, r.dev, func(*sim.Call) error { return nil })
	return r
}

// finish frees what the program has left, when all its work has completed.
func (r *run) finish() {
	for range 4 { // each stream may have failed
		r.late(r.dev.Synchronize(r.ctx))
	}
	for b := range r.pool.Blocks() {
		r.ok(r.pool.FreeAsync(r.a, b))
	}
}

func prove(t *testing.T, programs map[string]proof) {
	for name, p := range programs {
		t.Run(name, func(t *testing.T) {
			r := newRun(t)
			r.violates = p.kind != 0
			p.run(r)
			r.finish()
			reports := acltest.Hazards(t, r.dev)
			if p.kind != 0 && p.kind != hazard.Changed { // what violates the order may also change what is read
				reports = slices.DeleteFunc(reports, func(r hazard.Report) bool { return r.Kind == hazard.Changed })
			}
			if p.kind == 0 {
				assert.Empty(t, reports)
				return
			}
			require.Len(t, reports, 1)
			first, second := markedLines(t, p.run)
			assert.Equal(t, p.kind, reports[0].Kind)
			assert.Equal(t, first, line(reports[0].First.Site), "first of %v", reports[0])
			assert.Equal(t, second, line(reports[0].Second.Site), "second of %v", reports[0])
		})
	}
}

// line returns the last element of the path and the line of a site; empty if there is none.
func line(site string) string {
	place, _, _ := strings.Cut(site, " ")
	if place == "" {
		return ""
	}
	return filepath.Base(place)
}

// markedLines returns the lines of a function that end with the comments "first" and "second".
// A line that is both ends with "first and second".
func markedLines(t *testing.T, f func(*run)) (first, second string) {
	file, start := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).FileLine(reflect.ValueOf(f).Pointer())
	source, err := os.ReadFile(filepath.Base(file)) // tests run in their folder
	require.NoError(t, err)
	for i, text := range strings.Split(string(source), "\n") {
		n := i + 1
		_, comment, _ := strings.Cut(text, "// ")
		at := fmt.Sprintf("%s:%d", filepath.Base(file), n)
		switch {
		case n < start:
		case strings.HasPrefix(text, "\t\t}"): // the end of the program
			return first, second
		case comment == "first":
			first = at
		case comment == "second":
			second = at
		case comment == "first and second":
			first, second = at, at
		}
	}
	return first, second
}
