// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

func TestNewRoundsUp(t *testing.T) {
	tests := map[string]struct{ size, want uint64 }{
		"nothing":    {0, 0},
		"one byte":   {1, driver.Granule},
		"a granule":  {driver.Granule, driver.Granule},
		"one more":   {driver.Granule + 1, 2 * driver.Granule},
		"near 2^64":  {^uint64(0), ^uint64(0) - driver.Granule + 1},
		"64 GiB":     {64 << 30, 64 << 30},
		"half a GiB": {1<<29 - 1, 1 << 29},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			b := New(tt.size, &memory{t: t})
			assert.Equal(t, tt.want, b.Size())
			assert.Equal(t, poolmodel.Stats{LargestFree: tt.want}, b.Stats())
			checkInvariants(t, b)
		})
	}
}

func TestClassesAsTracesSpellThem(t *testing.T) {
	want := []string{"none", "same-stream", "event", "opportunistic", "internal"}
	for i, class := range []poolmodel.Class{poolmodel.Fresh, poolmodel.SameStream, poolmodel.Event, poolmodel.Opportunistic, poolmodel.Internal} {
		assert.Equal(t, want[i], class.String())
	}
}

// The place of an operation is the position that the call took from the line.
func TestCallsTakePositions(t *testing.T) {
	d := newDevice(t)
	d.book = New(64<<20, d.mem)
	s := d.stream(1)
	s.line.Next()

	a, code := d.book.Malloc(s, 1)
	require.Equal(t, driver.Success, code)
	assert.Equal(t, poolmodel.Allocation{Size: driver.Granule, Pos: 2}, a)
	pos, code := d.book.Free(s, a.Off)
	require.Equal(t, driver.Success, code)
	assert.Equal(t, uint64(3), pos)
	assert.Equal(t, uint64(3), s.line.Pos())

	s.executed = 2
	assert.Equal(t, driver.Granule, d.book.Pending())
	s.executed = 3
	assert.Zero(t, d.book.Pending())
}

// What an internal or opportunistic allocation depends on is the place of the free.
func TestAllocationsNameTheFree(t *testing.T) {
	for name, class := range map[string]poolmodel.Class{"opportunistic": poolmodel.Opportunistic, "internal": poolmodel.Internal} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			s.play(`
				pool 64M
				attr ` + name + ` 1
				alloc a 4M 1
				free a 1
				record 0 1`)
			b, code := s.malloc(2, 2<<20)
			require.Equal(t, driver.Success, code)
			free := order.Place{Line: 1, Pos: 2}
			assert.Equal(t, poolmodel.Allocation{Size: 2 << 20, Pos: 1, Class: class, Free: free}, b)
			line := s.stream(2).line
			assert.Equal(t, class == poolmodel.Internal, line.Knows(free))
			assert.False(t, line.Knows(order.Place{Line: 1, Pos: 3}), "the record came after the free")
		})
	}
}

func TestFailureChangesNothing(t *testing.T) {
	tests := map[string]struct {
		call func(s *script) driver.Code
		want driver.Code
	}{
		"malloc of more than there is": {
			func(s *script) driver.Code { _, code := s.malloc(2, 32<<20); return code },
			driver.RTInternalError,
		},
		"malloc near 2^64": {
			func(s *script) driver.Code { _, code := s.malloc(2, ^uint64(0)); return code },
			driver.RTParamInvalid,
		},
		"malloc of what the device does not have": {
			func(s *script) driver.Code { _, code := s.malloc(2, 6<<20); return code },
			driver.RTMemoryAllocation,
		},
		"free of the inside of a block": {
			func(s *script) driver.Code { return s.free(1, 2<<20) },
			driver.RTParamInvalid,
		},
		"free between granules": {
			func(s *script) driver.Code { return s.free(1, 1) },
			driver.RTParamInvalid,
		},
		"second free": {
			func(s *script) driver.Code { return s.free(1, 4<<20) },
			driver.RTParamInvalid,
		},
		"free of fresh memory": {
			func(s *script) driver.Code { return s.free(1, 16<<20) },
			driver.RTParamInvalid,
		},
		"free beyond the pool": {
			func(s *script) driver.Code { return s.free(1, ^uint64(0)) },
			driver.RTParamInvalid,
		},
		"trim to more than the pool": {
			func(s *script) driver.Code { _, code := s.book.TrimTo(32<<20 + 1); return code },
			driver.RTInternalError,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			s.play(`
				pool 32M
				device 12M
				attr event 1
				attr internal 1
				alloc a 4M 1
				alloc b 4M 1
				record 0 2
				free b 1`)
			stats, taken := s.book.Stats(), s.mem.left
			ends := []uint64{s.stream(1).line.Pos(), s.stream(2).line.Pos()}

			assert.Equal(t, tt.want, tt.call(s))

			checkInvariants(t, s.book)
			assert.Equal(t, stats, s.book.Stats())
			assert.Equal(t, taken, s.mem.left)
			now := []uint64{s.stream(1).line.Pos(), s.stream(2).line.Pos()}
			assert.Equal(t, ends, now)
			assert.False(t, s.stream(2).line.Knows(order.Place{Line: 1, Pos: 3}), "no order was gained")
			s.play(`
				alloc c 4M 1 = 4M 4M same-stream
				alloc d 2M 1 = 8M 2M none
				free a 1 = 0 4M`)
		})
	}
}

func TestTrimToAnswersReleasedAndPending(t *testing.T) {
	s := newScript(t)
	s.play(`
		pool 64M
		alloc a 4M 1
		alloc b 6M 2
		alloc c 2M 3
		free a 1
		free b 2
		run 1`)
	released, code := s.book.TrimTo(0)
	assert.Equal(t, driver.Success, code)
	assert.Equal(t, uint64(4<<20), released)
	assert.Equal(t, uint64(6<<20), s.book.Pending())
}

// Closed streams leave nothing behind in the books.
func TestManyStreams(t *testing.T) {
	d := newDevice(t)
	d.book = New(64<<20, d.mem)
	for id := range uint64(1000) {
		a, code := d.malloc(id, 4<<20)
		require.Equal(t, driver.Success, code)
		require.Equal(t, driver.Success, d.free(id, a.Off))
		require.True(t, d.close(id))
	}
	checkInvariants(t, d.book)
	assert.Equal(t, poolmodel.Stats{UsedHigh: 4 << 20, Reserved: 4 << 20, ReservedHigh: 4 << 20, LargestFree: 60 << 20}, d.book.Stats())
}

func TestMallocFreeAllocatesNothing(t *testing.T) {
	s := newScript(t)
	s.play(`
		pool 256M
		attr event 1
		attr internal 1
		attr threshold 256M`)
	for i := range uint64(20) { // a mixed crowd
		a, _ := s.book.Malloc(s.stream(i%3), (i%5+1)<<21)
		s.book.Malloc(s.stream(4), 1)
		s.book.Free(s.stream(i%3), a.Off)
	}
	one, two := s.stream(1), s.stream(2)
	pairs := map[string]func(){
		"on one stream": func() {
			a, _ := s.book.Malloc(one, 3<<20)
			s.book.Free(one, a.Off)
		},
		"from stream to stream": func() {
			a, _ := s.book.Malloc(one, 12<<20)
			s.book.Free(two, a.Off)
			event := two.line.Here()
			one.line.After(event)
			event.Release()
		},
		"with a wait inside": func() {
			a, _ := s.book.Malloc(two, 12<<20)
			s.book.Free(two, a.Off)
			b, _ := s.book.Malloc(one, 12<<20)
			s.book.Free(one, b.Off)
		},
	}
	for name, pair := range pairs {
		t.Run(name, func(t *testing.T) {
			pair()
			assert.Zero(t, testing.AllocsPerRun(500, pair))
		})
	}
	checkInvariants(t, s.book)
}

func BenchmarkMallocFree(b *testing.B) {
	d := newDevice(b)
	d.book = New(64<<20, plenty{})
	s := d.stream(1)
	b.ReportAllocs()
	for b.Loop() {
		a, _ := d.book.Malloc(s, 2<<20)
		d.book.Free(s, a.Off)
	}
}

// plenty is memory without end.
type plenty struct{}

func (plenty) Take(_, _ uint64) bool { return true }
func (plenty) Give(_, _ uint64)      {}
