// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Memory that several streams use; B13 and B19 among others.
var ofUses = rules{
	"the owner waits for nobody, and has the memory only when it is ordered after all": `
		pool 64M
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		alloc b 4M 1 = 4M 4M none
		wait 0 1
		alloc c 4M 1 = 0 4M same-stream`,
	"frees are no queue: the later one serves when its use is over, the earlier one not yet": `
		pool 256M
		attr threshold 256M
		alloc a 64M 1
		alloc b 64M 1
		record 0 2
		record 1 2
		freeafter b 1 1
		freeafter a 1 0
		syncevent 0
		stats = 0 128M 128M 128M
		run 1
		stats = 0 128M 64M 128M
		alloc c 64M 1 = 0 64M same-stream
		alloc d 64M 1 = 128M 64M none`,
	"others need the free and every use": `
		pool 64M
		attr event 1
		alloc a 4M 1
		record 0 2
		record 1 3
		freeafter a 1 0 1
		record 2 1
		wait 2 4
		alloc b 4M 4 = 4M 4M none
		wait 0 4
		alloc c 4M 4 = 8M 4M none
		wait 1 4
		alloc d 4M 4 = 0 4M event`,
	"the uses without the free are not enough": `
		pool 64M
		attr event 1
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		wait 0 4
		alloc b 4M 4 = 4M 4M none`,
	"the stream that used it is ordered after the use, not after the free": `
		pool 64M
		attr event 1
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		alloc b 4M 2 = 4M 4M none
		record 1 1
		wait 1 2
		alloc c 4M 2 = 0 4M event`,
	"what the free comes after is no use any more": `
		pool 64M
		alloc a 4M 1
		record 0 2
		wait 0 1
		freeafter a 1 0
		alloc b 4M 1 = 0 4M same-stream`,
	"a use counts once more only where it is later": `
		pool 64M
		alloc a 4M 1
		record 0 2
		record 1 2
		freeafter a 1 1 0
		wait 0 1
		alloc b 4M 1 = 4M 4M none
		wait 1 1
		alloc c 4M 1 = 0 4M same-stream`,
	"it joins with what carries the same places and with nothing else": `
		pool 64M
		alloc a 2M 1
		alloc b 2M 1
		alloc c 2M 1
		alloc d 2M 1
		alloc x 2M 9
		record 0 2
		record 1 2
		freeafter a 1 0
		freeafter b 1 0
		freeafter c 1 1
		free d 1
		wait 0 1
		alloc e 4M 1 = 0 4M same-stream
		alloc f 4M 1 = 10M 4M none
		alloc g 2M 1 = 6M 2M same-stream`,
	"and with its neighbours when all know that the uses are over": `
		pool 64M
		attr threshold 64M
		alloc a 2M 1
		alloc b 2M 1
		alloc c 2M 1
		alloc x 2M 9
		record 0 2
		record 1 3
		free a 1
		freeafter b 1 0 1
		free c 1
		syncevent 0
		alloc d 6M 1 = 8M 6M none
		syncevent 1
		alloc e 6M 1 = 0 6M same-stream`,
	"the rest of a split one carries the same": `
		pool 64M
		attr internal 1
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		alloc b 2M 3 = 0 2M internal
		attr internal 0
		alloc c 2M 1 = 4M 2M none
		wait 0 1
		alloc d 2M 1 = 2M 2M same-stream`,
	"it is pending until the free and all uses have executed": `
		pool 64M
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		run 1
		stats = 0 4M 4M 60M
		trim 0
		stats = 0 4M 4M 60M
		run 2
		stats = 0 4M 0 60M
		trim 0
		stats = 0 0 0 64M`,
	"a trim takes it in its turn": `
		pool 64M
		attr threshold 64M
		alloc a 4M 1
		alloc x 2M 9
		alloc b 6M 1
		alloc y 2M 9
		alloc c 8M 1
		alloc z 2M 9
		record 0 2
		free a 1
		freeafter b 1 0
		free c 1
		run 1
		run 2
		trim 14M
		stats = 6M 14M 0 40M
		alloc d 8M 1 = 14M 8M same-stream`,
	"an internal wait is for the free and all uses": `
		pool 64M
		attr event 1
		attr internal 1
		attr threshold 64M
		alloc a 4M 1
		alloc i 2M 3
		free i 3
		record 0 3
		wait 0 2
		record 1 2
		freeafter a 1 1
		alloc b 4M 4 = 0 4M internal
		alloc c 2M 4 = 4M 2M event
		sync 4
		stats = 6M 6M 0 58M`,
	"a gamble is on the free and all uses": `
		pool 64M
		attr opportunistic 1
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		run 1
		alloc b 4M 3 = 0 4M opportunistic
		sync 3 = ERR 1`,
	"a gamble on all of it that has executed": `
		pool 64M
		attr opportunistic 1
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		run 1
		run 2
		alloc b 4M 3 = 0 4M opportunistic
		sync 3`,
	"nobody has it while a use is left on a stream that failed": `
		pool 64M
		attr event 1
		attr internal 1
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		wait 0 1
		fail 2
		alloc b 4M 3 = 4M 4M none
		alloc c 4M 1 = 8M 4M none
		stats = 8M 12M 4M 52M
		run 1 = ERR 1
		stats = 8M 12M 4M 52M
		close 2
		stats = 8M 12M 0 52M
		alloc d 4M 3 = 0 4M internal`,
	"the use is over when its stream is closed": `
		pool 64M
		alloc a 4M 1
		alloc b 4M 1
		record 0 2
		free a 1
		freeafter b 1 0
		close 2
		alloc c 8M 1 = 0 8M same-stream`,
	"the uses outlive the owner": `
		pool 64M
		attr threshold 64M
		alloc a 4M 1
		alloc b 4M 1
		record 0 2
		freeafter a 1 0
		free b 1
		close 1
		alloc c 8M 3 = 8M 8M none
		wait 0 4
		alloc d 4M 4 = 0 4M same-stream`,
	"a noted use is awaited up to the free": `
		pool 64M
		alloc a 4M 1
		use a 2
		record 0 2
		free a 1
		wait 0 1
		alloc b 4M 1 = 0 4M same-stream
		use b 2
		use b 2
		record 1 2
		record 2 2
		free b 1
		wait 1 1
		alloc c 4M 1 = 4M 4M none
		wait 2 1
		alloc d 4M 1 = 0 4M same-stream`,
	"a use on the freeing stream is none": `
		pool 64M
		alloc a 4M 1
		use a 1
		use a 2
		free a 2
		record 0 1
		alloc b 4M 2 = 4M 4M none
		wait 0 2
		alloc c 4M 2 = 0 4M same-stream`,
	"a noted use on a stream that was closed is over": `
		pool 64M
		alloc a 4M 1
		use a 2
		record 0 2
		close 2
		free a 1
		alloc b 4M 1 = 0 4M same-stream`,
	"a use is forgotten with the block": `
		pool 64M
		alloc a 4M 1
		record 0 2
		use a 2
		free a 1
		wait 0 1
		alloc b 4M 1 = 0 4M same-stream
		record 1 2
		free b 1
		alloc c 4M 1 = 0 4M same-stream`,
}

func TestUses(t *testing.T) { ofUses.play(t) }

// Opportunistic allocations that take only what has executed.
var ofCompleted = rules{
	"what has executed at the call": `
		pool 64M
		completed
		get opportunistic = 1
		alloc a 4M 1
		free a 1
		alloc b 4M 2 = 4M 4M none
		run 1
		alloc c 4M 2 = 0 4M opportunistic
		sync 2`,
	"the best fit of those, whoever freed them": `
		pool 64M
		completed
		alloc a 2M 1
		alloc b 4M 2
		alloc c 6M 3
		free a 1
		free b 2
		free c 3
		run 1
		run 3
		alloc d 2M 4 = 0 2M opportunistic
		alloc e 2M 4 = 6M 2M opportunistic
		run 2
		alloc f 2M 4 = 2M 2M opportunistic`,
	"pending memory goes on to an internal wait": `
		pool 64M
		completed
		attr internal 1
		alloc a 4M 1
		alloc b 4M 2
		free a 1
		free b 2
		run 2
		alloc c 4M 3 = 4M 4M opportunistic
		alloc d 4M 3 = 0 4M internal`,
	"uses have to have executed, too": `
		pool 64M
		completed
		alloc a 4M 1
		record 0 2
		freeafter a 1 0
		run 1
		alloc b 4M 3 = 4M 4M none
		run 2
		alloc c 4M 3 = 0 4M opportunistic
		sync 3`,
	"what a failed stream freed before it failed": `
		pool 64M
		completed
		alloc a 4M 1
		alloc b 4M 1
		free a 1
		run 1
		free b 1
		fail 1
		alloc c 4M 2 = 8M 4M none`,
	"it gains no order": `
		pool 64M
		attr event 1
		completed
		alloc x 2M 1
		alloc a 4M 1
		free x 1
		free a 1
		run 1
		alloc b 4M 2 = 0 4M opportunistic
		attr opportunistic 0
		alloc c 2M 2 = 6M 2M none`,
}

func TestCompleted(t *testing.T) { ofCompleted.play(t) }

func TestAllocationsNameTheUses(t *testing.T) {
	s := newScript(t)
	s.play(`
		pool 64M
		attr internal 1
		alloc a 4M 1
		record 0 3
		record 1 2
		freeafter a 1 0 1`)
	b, code := s.malloc(4, 4<<20)
	require.Equal(t, driver.Success, code)
	assert.Equal(t, Allocation{
		Size: 4 << 20, Pos: 1, Class: Internal,
		Free: order.Place{Line: 1, Pos: 2},
		Uses: []order.Place{{Line: 2, Pos: 1}, {Line: 3, Pos: 1}},
	}, b)
}

func TestUsesOfWhatIsNotLiveChangeNothing(t *testing.T) {
	s := newScript(t)
	s.play(`
		pool 64M
		alloc a 4M 1
		alloc b 4M 1
		free b 1
		record 0 2`)
	before := s.book.Stats()
	one := s.stream(1)
	at := one.line.Pos()
	for _, off := range []uint64{1, 2 << 20, 4 << 20, 8 << 20, ^uint64(0)} {
		_, code := s.book.FreeAfter(one, off, Use{s.stream(2), s.events[0]})
		assert.Equal(t, driver.RTParamInvalid, code, off)
		assert.Equal(t, driver.RTParamInvalid, s.book.RecordUse(s.stream(2), off), off)
	}
	assert.Equal(t, before, s.book.Stats())
	assert.Equal(t, at, one.line.Pos())
	checkInvariants(t, s.book)
}
