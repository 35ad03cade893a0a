// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/stream"
)

const (
	neverWaited = `not waited for any work of stream "a"`
	recordEvent = `Record an event on stream "a"`
	hostWaits   = `Synchronize stream "a"`
)

func TestWorkOfStreams(t *testing.T) {
	runWrong(t, map[string]wrong{
		"two fills": {
			func(p *program) {
				p.one(p.a.Fill(p.v, 1))
				p.two(p.b.Fill(p.v, 2))
			}, hazard.WriteAfterWrite, "fill on a", "fill on b", neverWaited,
		},
		"a copy reads what is filled": {
			func(p *program) {
				p.one(p.a.Fill(p.v, 1))
				p.two(p.b.Copy(p.w, p.v))
			}, hazard.ReadAfterWrite, "fill on a", "copy on device on b", recordEvent,
		},
		"a fill of what a copy reads": {
			func(p *program) {
				p.one(p.a.Copy(p.w, p.v))
				p.two(p.b.Fill(p.v, 1))
			}, hazard.WriteAfterRead, "copy on device on a", "fill on b", neverWaited,
		},
		"a copy to the device": {
			func(p *program) {
				p.one(p.a.CopyToDevice(p.v, p.host.View()))
				p.two(p.b.Fill(p.v, 1))
			}, hazard.WriteAfterWrite, "copy to device on a", "fill on b", neverWaited,
		},
		"a copy to the host": {
			func(p *program) {
				p.one(p.a.Fill(p.v, 1))
				p.two(p.b.CopyToHost(p.host.View(), p.v))
			}, hazard.ReadAfterWrite, "fill on a", "copy to host on b", neverWaited,
		},
		"pinned memory that two copies write": {
			func(p *program) {
				p.one(p.a.CopyToHost(p.host.View(), p.v))
				p.two(p.b.CopyToHost(p.host.View(), p.w))
			}, hazard.WriteAfterWrite, "copy to host on a", "copy to host on b", "host",
		},
		"pinned memory that a copy still reads": {
			func(p *program) {
				p.one(p.a.CopyToDevice(p.v, p.host.View()))
				p.two(p.b.CopyToHost(p.host.View(), p.w))
			}, hazard.WriteAfterRead, "copy to device on a", "copy to host on b", neverWaited,
		},
		"a slice to the device": {
			func(p *program) {
				p.one(stream.CopySliceToDevice(p.ctx(), p.a, p.v, make([]byte, size)))
				p.two(p.b.Fill(p.v, 1))
			}, hazard.WriteAfterWrite, "copy slice to device on a", "fill on b", neverWaited,
		},
		"a slice to the host": {
			func(p *program) {
				p.one(p.a.Fill(p.v, 1))
				p.two(stream.CopySliceToHost(p.ctx(), p.b, make([]byte, size), p.v))
			}, hazard.ReadAfterWrite, "fill on a", "copy slice to host on b", neverWaited,
		},
		"a wait that does not reach far enough": {
			func(p *program) {
				p.order(p.a, p.b)
				p.one(p.a.Fill(p.v, 1))
				p.two(p.b.Fill(p.v, 2))
			}, hazard.WriteAfterWrite, "fill on a", "fill on b", `waited for stream "a" only up to work 1`,
		},
		"a copy at once": {
			func(p *program) {
				p.one(p.a.Fill(p.v, 1))
				p.two(acl.CopySliceToHost(p.ctx(), make([]byte, size), p.v))
			}, hazard.ReadAfterWrite, "fill on a", "copy to host", hostWaits,
		},
		"a copy of a slice at once": {
			func(p *program) {
				p.one(p.a.Fill(p.v, 1))
				p.two(acl.CopySliceToDevice(p.ctx(), p.v, make([]byte, size)))
			}, hazard.WriteAfterWrite, "fill on a", "copy to device", hostWaits,
		},
		"a copy on the device at once": {
			func(p *program) {
				p.one(p.a.Fill(p.v, 1))
				p.two(acl.Copy(p.ctx(), p.w, p.v))
			}, hazard.ReadAfterWrite, "fill on a", "copy on device", hostWaits,
		},
		"an event recorded too early": {
			func(p *program) {
				e := p.named("filled")
				p.done(p.a.Record(e))
				p.one(p.a.Fill(p.v, 1))
				p.done(p.b.WaitEvent(e))
				p.two(p.b.Copy(p.w, p.v))
			}, hazard.ReadAfterWrite, "fill on a", "copy on device on b", `only up to work 1, the record of event "filled"`,
		},
		"a wait for another event": {
			func(p *program) {
				p.done(p.a.Fill(p.w, 1))
				e := p.named("earlier")
				p.done(p.a.Record(e))
				p.one(p.a.Fill(p.v, 1))
				p.event(p.a)
				p.done(p.b.WaitEvent(e))
				p.two(p.b.Copy(p.w, p.v))
			}, hazard.ReadAfterWrite, "fill on a", "copy on device on b", `recorded:  event "earlier", work 2 of stream "a"`,
		},
		"a fill at once": {
			func(p *program) {
				p.one(p.a.Copy(p.w, p.v))
				p.two(acl.Fill(p.ctx(), p.v, 1))
			}, hazard.WriteAfterRead, "copy on device on a", "fill", hostWaits,
		},
		"an event never recorded": {
			func(p *program) {
				p.twoFails(p.b.WaitEvent(p.named("copied")), acl.ErrNotRecorded)
			}, hazard.UnrecordedWait, "", `wait for event "copied" on b`, "Record the event",
		},
	})
}

func TestWorkInOrder(t *testing.T) {
	runRight(t, map[string]func(p *program){
		"an event": func(p *program) {
			p.done(p.a.Fill(p.v, 1))
			p.order(p.a, p.b)
			p.done(p.b.Fill(p.v, 2))
		},
		"a synchronized stream": func(p *program) {
			p.done(p.a.Fill(p.v, 1))
			p.done(p.a.Synchronize(p.ctx()))
			p.done(p.b.Fill(p.v, 2))
		},
		"a synchronized event": func(p *program) {
			p.done(p.a.Fill(p.v, 1))
			p.done(p.event(p.a).Synchronize(p.ctx()))
			p.done(acl.Fill(p.ctx(), p.v, 2))
		},
		"a slice that has come to the host": func(p *program) {
			p.done(p.a.Fill(p.v, 1))
			p.done(stream.CopySliceToHost(p.ctx(), p.a, make([]byte, 1), p.w))
			p.done(p.b.Fill(p.v, 2))
		},
		"two halves": func(p *program) {
			half, err := p.v.Slice(0, size/2)
			p.done(err)
			rest, err := p.v.Slice(size/2, size/2)
			p.done(err)
			p.done(p.a.Fill(half, 1))
			p.done(p.b.Fill(rest, 1))
		},
		"slices on two streams": func(p *program) { // through the memory of the streams
			for range 3 {
				p.done(stream.CopySliceToDevice(p.ctx(), p.a, p.v, make([]byte, size)))
				p.done(stream.CopySliceToDevice(p.ctx(), p.b, p.w, make([]byte, size)))
			}
		},
		"an empty copy": func(p *program) {
			none, err := p.v.Slice(0, 0)
			p.done(err)
			p.done(p.a.Fill(p.v, 1))
			p.done(p.b.Copy(p.v, none))
		},
		"a call that is refused": func(p *program) {
			p.done(p.a.Fill(p.v, 1))
			testkit.Faults(p.dev).FailNth(1, 107017, "aclrtMemsetAsync")
			p.done(func() error {
				if p.b.Fill(p.v, 2) == nil {
					p.Error("the fault was not injected")
				}
				return nil
			}())
		},
		"a closed stream": func(p *program) {
			s, err := stream.New(p.dev, stream.Config{})
			p.done(err)
			p.done(s.Fill(p.v, 1))
			p.done(s.Close(p.ctx()))
			p.done(p.b.Fill(p.v, 2))
		},
	})
}

// Each device knows the order of its own streams only.
func TestCopyBetweenDevices(t *testing.T) {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, twoDevices)
	here, there := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	require.NoError(t, here.EnablePeerAccess(there))
	require.NoError(t, there.EnablePeerAccess(here))
	p := &program{T: t, dev: there, v: testkit.Malloc(t, there, size), w: testkit.Malloc(t, here, size)}
	p.a = p.stream("a")
	require.NoError(t, acl.Fill(p.ctx(), p.w, 1))
	p.one(p.a.Fill(p.v, 1))
	p.two(acl.Copy(p.ctx(), p.w, p.v))
	require.NoError(t, p.a.Synchronize(p.ctx()))
	require.NoError(t, acl.Copy(p.ctx(), p.w, p.v))
	require.NoError(t, acl.Copy(p.ctx(), p.v, p.w))
	require.Empty(t, acltest.Hazards(t, here))
	reports := acltest.Hazards(t, there)
	require.Len(t, reports, 1)
	require.Equal(t, hazard.ReadAfterWrite, reports[0].Kind)
	require.Equal(t, []string{p.first, p.second}, []string{lineOf(reports[0].First), lineOf(reports[0].Second)})
	require.Equal(t, 1, reports[0].Device)
}
