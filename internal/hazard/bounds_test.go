// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/hazard"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// service is a program without violations that runs for ever: streams allocate, write, pass
// memory on to the next stream, and free it, beside blocks that live on.
type service struct {
	host     *order.Host
	c        *checker.Checker
	lines    []*order.Line
	live     int
	accesses [1]checker.Access
	after    [1]order.Stamp
	turns    int
}

const blockBytes = 1 << 20

func newService(streams, live int) *service {
	h := order.NewHost()
	s := &service{host: h, c: checker.New(h), live: live}
	for id := range streams {
		s.lines = append(s.lines, order.NewLine(uint64(id), h))
	}
	for i := range live {
		s.allocate(s.lines[0], i)
		s.access(s.lines[0], hazard.Write, i)
	}
	all := s.lines[0].Here()
	for _, l := range s.lines[1:] {
		l.After(all)
	}
	all.Release()
	return s
}

// at returns a block, with bytes of rounding.
func (s *service) at(i int) checker.Range { return at(uint64(i+1)*blockBytes, blockBytes-100) }

func (s *service) operation(l *order.Line) checker.Operation {
	l.Next()
	return checker.Operation{Name: "work", Stream: "stream", Stamp: l.Here(), Site: 1}
}

func (s *service) allocate(l *order.Line, i int) {
	o := s.operation(l)
	s.c.Allocated(checker.Block{Range: s.at(i), Rounded: blockBytes}, o)
	o.Stamp.Release()
}

func (s *service) free(l *order.Line, i int) {
	o := s.operation(l)
	if found := s.c.Freed(s.at(i), o, s.after[:0]); found != nil {
		panic(text(found[0]))
	}
	o.Stamp.Release()
}

func (s *service) access(l *order.Line, mode hazard.Access, i int) {
	o := s.operation(l)
	s.accesses[0] = checker.Access{Range: s.at(i), Mode: mode}
	if found := s.c.Access(o, s.accesses[:]); found != nil {
		panic(text(found[0]))
	}
	o.Stamp.Release()
}

// operations is how many a turn has.
const operations = 8

// turn allocates a block on a stream, works on it there and on the next stream, and frees it.
func (s *service) turn() {
	l, next := s.lines[s.turns%len(s.lines)], s.lines[(s.turns+1)%len(s.lines)]
	mine := s.live + s.turns%100
	s.turns++
	s.allocate(l, mine)
	s.access(l, hazard.Write, mine)
	s.access(l, hazard.Read, s.turns%s.live)
	s.access(l, hazard.ReadWrite, mine)
	s.pass(l, next)
	s.access(next, hazard.Read, mine)
	s.access(next, hazard.None, mine)
	s.access(next, hazard.Write, mine)
	s.free(next, mine)
}

// pass has a stream wait for all of another.
func (s *service) pass(from, to *order.Line) {
	event := from.Here()
	to.After(event)
	event.Release()
}

func (s *service) synchronize(l *order.Line) {
	event := l.Here()
	s.host.After(event)
	event.Release()
}

func TestNothingIsAllocatedInSteadyState(t *testing.T) {
	s := newService(3, 100)
	work := func() {
		for range 300 {
			s.turn()
		}
		s.synchronize(s.lines[s.turns%len(s.lines)])
	}
	for range 20 {
		work()
	}
	assert.Zero(t, testing.AllocsPerRun(20, work))
}

// What is kept does not grow with the number of operations, whether or not the host waits.
func TestManyOperationsTakeLittleMemory(t *testing.T) {
	count := 10_000_000
	if testing.Short() {
		count = 400_000
	}
	for name, each := range map[string]int{"with a synchronize now and then": 10_000, "without": count + 1} {
		t.Run(name, func(t *testing.T) {
			s := newService(4, 1000)
			first := 0
			for i := range count / operations {
				s.turn()
				if i%each == each-1 {
					s.synchronize(s.lines[i%len(s.lines)])
				}
				if i == 50_000/operations {
					first = s.c.Kept()
				}
			}
			assert.LessOrEqual(t, s.c.Kept(), 2*first)
			assert.Less(t, heap(), uint64(64<<20))
			runtime.KeepAlive(s)
			s.c.Close()
			assert.Zero(t, s.c.Kept())
		})
	}
}

// heap returns the bytes in use after a collection.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Each operation writes a byte of its own, and none reads: only what the host has waited for
// can be forgotten.
func TestWhatTheHostKnowsIsForgotten(t *testing.T) {
	s := newService(1, 1)
	for i := range 200_000 {
		o := s.operation(s.lines[0])
		s.accesses[0] = checker.Access{Range: at(s.at(0).Addr+uint64(i), 1), Mode: hazard.Write}
		require.Empty(t, s.c.Access(o, s.accesses[:]))
		o.Stamp.Release()
		if i%1000 == 0 {
			s.synchronize(s.lines[0])
		}
	}
	assert.LessOrEqual(t, s.c.Kept(), 5000)
}

func TestFreedBlocksAreBounded(t *testing.T) {
	r := newRig()
	block := func(i int) checker.Range { return at(uint64(i+1)<<10, 100) }
	for i := range checker.MostFreed + 1 {
		r.malloc("a", "malloc", block(i))
		r.free("a", "free", block(i))
	}
	r.write("a", "forgotten", block(0))
	r.write("a", "known", block(1))
	assert.Equal(t, []string{"use after free: free, known [0+100]"}, texts(r.found))
	assert.LessOrEqual(t, r.Kept(), 4*checker.MostFreed+100)
	r.Close()
}

func TestViolationsAreReportedOnce(t *testing.T) {
	r := newRig()
	var reports checker.Reports
	r.malloc("", "malloc", block)
	for range 5 {
		r.write("a", "one", block)
		r.write("b", "other", block)
	}
	assert.Equal(t, []string{
		"write not ordered after a write: one, other [0+100]",
		"write not ordered after a write: other, one [0+100]",
	}, texts(fresh(&reports, r.found)))
	assert.Empty(t, fresh(&reports, r.found))
}

// Programs in C have no lines: names and streams tell violations from each other.
func TestViolationsWithoutLines(t *testing.T) {
	r := newRig()
	r.malloc("", "malloc", block)
	for _, stream := range []string{"a", "b", "a", "b", "c"} {
		o := r.operation(stream, "write")
		o.Site = 0
		r.seen(o, checker.Access{Range: block, Mode: hazard.Write})
	}
	assert.Len(t, fresh(new(checker.Reports), r.found), 4, "a and b, b and a, a and c, b and c")
}

// A wait that is missing is reported once for a block, by the first operation that needs it.
func TestOneMissingWaitIsReportedOnce(t *testing.T) {
	r := newRig()
	r.malloc("a", "malloc", block)
	r.write("a", "write", block)
	r.read("b", "read", block)
	r.write("b", "write again", block)
	found := fresh(new(checker.Reports), r.found)
	require.Len(t, found, 1)
	assert.Equal(t, hazard.ReadAfterWrite, found[0].Kind, "a conflict says more than that the allocation is not known")
	r.write("c", "elsewhere", block)
	assert.Len(t, fresh(new(checker.Reports), r.found), 3, "c has waited for neither a nor b")
}

func TestReportsAreBounded(t *testing.T) {
	r := newRig()
	var reports checker.Reports
	r.malloc("", "malloc", block)
	r.write("a", "write", block)
	for i := range checker.MostPairs + 10 {
		r.read(fmt.Sprint("b", i), fmt.Sprint("read ", i), block)
	}
	assert.Len(t, fresh(&reports, r.found), checker.MostPairs)
	assert.Equal(t, 10, reports.Dropped())
}

// fresh returns the findings that are to be reported.
func fresh(r *checker.Reports, all []checker.Finding) (left []checker.Finding) {
	for i := range all {
		if r.New(&all[i]) {
			left = append(left, all[i])
		}
	}
	return left
}

func BenchmarkAccess(b *testing.B) {
	for _, live := range []int{1, 100, 100_000} {
		b.Run(fmt.Sprintf("blocks=%d", live), func(b *testing.B) {
			s := newService(2, live)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i += 7919 // a prime: all blocks, in no order of addresses
				s.access(s.lines[0], hazard.ReadWrite, i%live)
			}
		})
	}
}

func BenchmarkTurn(b *testing.B) {
	for _, live := range []int{1, 100_000} {
		b.Run(fmt.Sprintf("blocks=%d", live), func(b *testing.B) {
			s := newService(2, live)
			for range live {
				s.turn()
			}
			b.ReportAllocs()
			for b.Loop() {
				s.turn()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/operations, "ns/operation")
		})
	}
}
