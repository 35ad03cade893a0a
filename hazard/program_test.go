// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

const size = 64

// program is a small program on streams "a" and "b".
type program struct {
	*testing.T
	dev  *acl.Device
	a, b *stream.Stream
	pool *mempool.Pool
	v, w acl.View // plain memory that has been written
	host *acl.HostBuffer[byte]
	nop  *kernel.Function

	first, second string // lines of the calls
}

func newProgram(t *testing.T) *program {
	dev := acltest.New(t)
	p := &program{T: t, dev: dev, pool: acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 << 20})}
	p.v, p.w = testkit.Malloc(t, dev, size), testkit.Malloc(t, dev, size)
	p.host = testkit.HostBuffer[byte](t, dev, size)
	if acltest.Simulated(dev) {
		p.nop = acltest.Kernel(t, dev, func(*sim.Call) error { return nil })
	}
	p.a, p.b = p.stream("a"), p.stream("b")
	for _, v := range []acl.View{p.v, p.w} {
		require.NoError(t, acl.Fill(p.ctx(), v, 0))
	}
	return p
}

func (p *program) ctx() context.Context { return context.Background() }

// stream makes a stream. Its work may fail, because the program is wrong.
func (p *program) stream(name string) *stream.Stream {
	s := testkit.NewStream(p.T, p.dev, name)
	p.Cleanup(func() { _ = s.Close(p.ctx()) })
	return s
}

// wait waits for all streams. Their work may fail.
func (p *program) wait() { _ = p.dev.Synchronize(p.ctx()) }

// one notes that the first operation is on the line of the caller.
func (p *program) one(err error) {
	p.Helper()
	p.first = callerLine()
	require.NoError(p, err)
}

// two is one for the second operation.
func (p *program) two(err error) {
	p.Helper()
	p.second = callerLine()
	require.NoError(p, err)
}

// twoFails is two for a call that is refused.
func (p *program) twoFails(err, class error) {
	p.Helper()
	p.second = callerLine()
	require.ErrorIs(p, err, class)
}

// twoMayFail is two for a call that a simulated device refuses, too.
func (p *program) twoMayFail(error) { p.second = callerLine() }

// oneBlock, oneBuffer and oneMemory are one for an allocation.
func (p *program) oneBlock(b mempool.Block, err error) mempool.Block {
	p.Helper()
	p.first = callerLine()
	require.NoError(p, err)
	return b
}

func (p *program) oneBuffer(b mempool.Buffer[byte], err error) mempool.Buffer[byte] {
	p.Helper()
	p.first = callerLine()
	require.NoError(p, err)
	return b
}

func (p *program) oneMemory(m *acl.Memory, err error) *acl.Memory {
	p.Helper()
	p.first = callerLine()
	require.NoError(p, err)
	return m
}

func callerLine() string {
	_, file, line, _ := runtime.Caller(2)
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}

// done is a call that must succeed.
func (p *program) done(err error) {
	p.Helper()
	require.NoError(p, err)
}

// block allocates a block on a stream.
func (p *program) block(s *stream.Stream) mempool.Block {
	p.Helper()
	b, err := p.pool.MallocAsync(s, size)
	require.NoError(p, err)
	return b
}

// order has stream later wait for stream earlier.
func (p *program) order(earlier, later *stream.Stream) {
	p.Helper()
	e := testkit.Event(p.T, p.dev)
	require.NoError(p, earlier.Record(e))
	require.NoError(p, later.WaitEvent(e))
}

// named returns an event with a name.
func (p *program) named(name string) *event.Event {
	p.Helper()
	return acltest.Event(p.T, p.dev, event.Config{Name: name})
}

func (p *program) event(s *stream.Stream) *event.Event {
	p.Helper()
	e := testkit.Event(p.T, p.dev)
	require.NoError(p, s.Record(e))
	return e
}

// wrong is a program that violates the order once.
type wrong struct {
	run           func(p *program)
	kind          hazard.Kind
	first, second string // names of the operations, with "on" and the stream
	edge          string // part of the text
}

func runWrong(t *testing.T, tests map[string]wrong) {
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			tt.run(p)
			p.wait()
			reports := acltest.Hazards(t, p.dev)
			require.Len(t, reports, 1)
			r := reports[0]
			assert.Equal(t, tt.kind, r.Kind)
			assert.Equal(t, tt.first, nameOf(r.First))
			assert.Equal(t, tt.second, nameOf(r.Second))
			assert.Equal(t, p.first, lineOf(r.First))
			assert.Equal(t, p.second, lineOf(r.Second))
			assert.Contains(t, r.String(), tt.edge)
			assert.Equal(t, p.dev.ID(), r.Device)
		})
	}
}

func nameOf(o hazard.Operation) string {
	if o.Stream == "" {
		return o.Name
	}
	return o.Name + " on " + o.Stream
}

// lineOf returns the file and line of an operation.
func lineOf(o hazard.Operation) string {
	if o.IsZero() {
		return ""
	}
	site, _, _ := strings.Cut(o.Site, " ")
	return filepath.Base(site)
}

// runRight runs programs that do not violate the order: acltest fails the test otherwise.
func runRight(t *testing.T, tests map[string]func(p *program)) {
	for name, run := range tests {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			run(p)
			p.wait()
			for _, r := range acltest.Hazards(t, p.dev) {
				t.Errorf("%s", r)
			}
		})
	}
}
