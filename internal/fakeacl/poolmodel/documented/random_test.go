// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// chooser returns a number from 0 to n-1.
type chooser func(n int) int

// pair is a book on a device and the model of it, fed with the same operations.
type pair struct {
	t     tester
	d     *device
	m     *model
	pick  chooser
	ids   []uint64 // streams that may be used
	next  uint64   // number of the next stream
	live  []uint64 // offsets of live allocations
	event uint64   // events recorded so far are below
	met   [poolmodel.Internal + 1]int
}

func newPair(t tester, pick chooser) *pair {
	size := uint64(pick(48)+8) * driver.Granule
	d := newDevice(t)
	d.mem.left = size - uint64(pick(3)*pick(4))*driver.Granule // now and then less than the pool
	d.book = New(size, d.mem)
	p := &pair{t: t, d: d, m: newModel(d, size, d.mem.left), pick: pick, ids: []uint64{0, 1, 2}, next: 3}
	for range pick(6) {
		p.attr()
	}
	return p
}

// step does one operation on both and compares all that can be seen.
func (p *pair) step() {
	id := p.ids[p.pick(len(p.ids))]
	s := p.d.stream(id)
	switch n := p.pick(40); {
	case n < 12:
		p.malloc(id)
	case n < 22:
		p.free(id)
	case n < 26:
		p.d.record(p.event, id)
		p.m.record(p.event, id)
		p.event++
	case n < 30:
		if p.event > 0 {
			e := p.event - 1 - uint64(p.pick(int(min(p.event, 4))))
			p.d.wait(e, id)
			p.m.wait(e, id)
		}
	case n < 31:
		awaited := union(p.m.past[id], p.m.host)
		p.synchronized(p.d.synchronizeStream(id), awaited)
	case n < 32:
		if p.event > 0 {
			e := p.event - 1 - uint64(p.pick(int(min(p.event, 4))))
			p.synchronized(p.d.synchronize(p.d.events[e]), p.m.events[e].implied)
		}
	case n < 33:
		if !slices.ContainsFunc(p.ids, func(id uint64) bool { return p.d.stream(id).failed }) {
			ok := p.d.synchronizeDevice()
			for _, id := range p.ids {
				if p.d.stream(id).executed == p.d.stream(id).line.Pos() {
					p.m.awaited(p.m.past[id])
				}
			}
			p.synchronized(ok, nil)
		}
	case n < 34:
		end := s.line.Here()
		p.d.run(end.Place)
		end.Release()
	case n < 36:
		p.trim()
	case n < 37:
		p.attr()
	case n < 38:
		p.setPeak()
	case n < 39:
		s.failed = p.pick(8) == 0 || s.failed
	default:
		p.close(id)
	}
	p.compare()
}

func (p *pair) malloc(id uint64) {
	size := uint64(p.pick(5)+1)*driver.Granule - uint64(p.pick(2))
	switch p.pick(24) {
	case 0:
		size = 0
	case 1:
		size = uint64(p.pick(40)) * driver.Granule
	}
	want, wantCode := p.m.malloc(id, size)
	got, code := p.d.malloc(id, size)
	require.Equal(p.t, wantCode, code)
	require.Equal(p.t, want, got)
	if code == driver.Success && got.Size > 0 {
		p.live = append(p.live, got.Off)
		p.met[got.Class]++
	}
}

// offset returns where a live allocation starts, most of the time.
func (p *pair) offset() uint64 {
	if len(p.live) > 0 && p.pick(8) > 0 {
		return p.live[p.pick(len(p.live))]
	}
	return uint64(p.pick(64)) * driver.Granule / 2 // anything, also inside a block
}

func (p *pair) free(id uint64) {
	off := p.offset()
	pos, want := p.m.free(id, off)
	p.freed(id, off, pos, want, p.d.free(id, off))
}

func (p *pair) freed(id, off, pos uint64, want, got driver.Code) {
	require.Equal(p.t, want, got)
	if want == driver.Success {
		require.Equal(p.t, pos, p.d.stream(id).line.Pos())
		p.live = slices.DeleteFunc(p.live, func(live uint64) bool { return live == off })
	}
}

func (p *pair) synchronized(ok bool, awaited past) {
	if ok {
		p.m.awaited(awaited)
		p.m.trim(p.m.threshold)
	}
}

func (p *pair) trim() {
	keep := uint64(p.pick(40))*driver.Granule + uint64(p.pick(3))
	released, code := p.d.book.TrimTo(keep)
	if keep > p.m.max {
		require.Equal(p.t, driver.RTInternalError, code)
		return
	}
	require.Equal(p.t, driver.Success, code)
	require.Equal(p.t, p.m.trim(keep), released)
	require.Equal(p.t, p.m.pending(), p.d.book.Pending())
}

func (p *pair) attr() {
	on := p.pick(2)
	switch p.pick(6) {
	default:
		on = min(1, p.pick(4))
		p.m.event = on > 0
		p.d.book.SetAttr(driver.PoolReuseEvent, uint64(on))
	case 1:
		p.m.opportunistic = on > 0
		p.d.book.SetAttr(driver.PoolReuseOpportunistic, uint64(on))
	case 2:
		p.m.internal = on > 0
		p.d.book.SetAttr(driver.PoolReuseInternal, uint64(on))
	case 3:
		p.m.threshold = min(uint64(p.pick(20))*driver.Granule+uint64(on), p.m.max)
		p.d.book.SetAttr(driver.PoolReleaseThreshold, p.m.threshold)
	}
}

func (p *pair) setPeak() {
	if p.pick(2) == 0 {
		p.m.usedHigh = 0
		p.d.book.SetAttr(driver.PoolUsedHigh, 0)
	} else {
		p.m.reservedHigh = 0
		p.d.book.SetAttr(driver.PoolReservedHigh, 0)
	}
}

// close closes a stream and opens another under a new number.
func (p *pair) close(id uint64) {
	s := p.d.stream(id)
	pos := s.line.Pos()
	if !p.d.close(id) {
		return
	}
	if s.executed == pos {
		p.m.awaited(p.m.past[id])
	}
	p.m.close(id)
	p.ids[slices.Index(p.ids, id)] = p.next
	p.next++
}

func (p *pair) compare() {
	checkInvariants(p.t, p.d.book)
	var got []segment
	for r := range p.d.book.ranges {
		g := segment{off: r.off, size: r.size, state: used, stream: nobody}
		s := r.span
		if s != nil {
			g.state = s.state
		}
		if g.state == cached {
			if s.owner.stream != nil {
				g.stream, g.free = s.owner.line.ID(), s.freed.Pos
			}
		}
		got = append(got, g)
	}
	want := slices.Clone(p.m.segs)
	var largest uint64
	for i := range want {
		want[i].implied = nil
		if want[i].state == fresh {
			largest = max(largest, want[i].size)
		}
	}
	require.Equal(p.t, want, got)
	require.Equal(p.t, poolmodel.Stats{
		Used: p.m.used, UsedHigh: p.m.usedHigh,
		Reserved: p.m.reserved, ReservedHigh: p.m.reservedHigh,
		LargestFree: largest,
	}, p.d.book.Stats())
	require.Equal(p.t, p.m.pending(), p.d.book.Pending())
	require.Equal(p.t, p.m.left, p.d.mem.left)
	require.Len(p.t, p.d.mem.taken, int(p.m.reserved/driver.Granule), "what is taken is what is reserved")
}

func TestRandomOperations(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPair(rt, func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "n") })
		for range rapid.IntRange(1, 120).Draw(rt, "steps") {
			p.step()
		}
	})
}

// Long runs reach states that short ones do not, and memory of every class.
func TestLongRun(t *testing.T) {
	var met [poolmodel.Internal + 1]int
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := newPair(t, r.IntN)
		for range 400 {
			p.step()
		}
		for class, n := range p.met {
			met[class] += n
		}
	}
	for class, n := range met {
		assert.Greater(t, n, 20, "allocations of class %v", poolmodel.Class(class))
	}
}

// FuzzPoolOps reads each choice from a byte, and stops at the end of the input or after
// as many bytes as still run quickly: the model's sets grow with every operation.
func FuzzPoolOps(f *testing.F) {
	for seed := range uint64(4) {
		data := make([]byte, 400)
		r := rand.New(rand.NewPCG(seed, 2))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 500)]
		p := newPair(t, func(n int) int {
			if len(data) == 0 {
				return 0
			}
			c := int(data[0])
			data = data[1:]
			return c % n
		})
		for len(data) > 0 {
			p.step()
		}
	})
}
