// SPDX-License-Identifier: Apache-2.0

package documented

import "testing"

// The rules of a pool, each by a scenario that a plausible other reading would fail.
// Streams are held: a free has executed only where a synchronize or run needed it.
var general = rules{
	"sizes round up to the granule, and so does the pool": `
		pool 5242881 = 0 6M
		alloc a 1 1 = 0 2M none
		alloc b 2097153 1 = 2M 4M none
		alloc c 1 1 = ERR 507000`,
	"nothing asked, nothing done": `
		pool 4M
		alloc a 0 1
		stats = 0 0 0 4M`,
	"sizes near 2^64 do not wrap": `
		pool 4M
		alloc a 18446744073709551615 1 = ERR 107000
		alloc a 18446744073707454465 1 = ERR 107000
		alloc a 18446744073707454464 1 = ERR 507000
		alloc a 9223372036854775808 1 = ERR 507000
		stats = 0 0 0 4M
		alloc a 4M 1 = 0 4M none`,
	"frees of what is not a live block change nothing": `
		pool 16M
		alloc a 4M 1 = 0 4M none
		free never 1 = ERR 107000
		free a 1 = 0 4M
		free a 1 = ERR 107000
		stats = 0 4M 4M 12M`,
	"best fit over size, lowest address among equals, low end of a larger one": `
		pool 64M
		alloc a 4M 1
		alloc x 2M 1
		alloc b 4M 1
		alloc y 2M 1
		alloc c 8M 1
		alloc z 2M 1
		free c 1
		free b 1
		free a 1
		alloc d 2M 1 = 0 2M same-stream
		alloc e 4M 1 = 6M 4M same-stream
		alloc f 4M 1 = 12M 4M same-stream
		alloc g 2M 1 = 2M 2M same-stream`,
	"the smallest fresh range, lowest address among equals": `
		pool 32M
		alloc a 4M 1 = 0 4M none
		alloc x 2M 1
		alloc b 2M 1 = 6M 2M none
		alloc y 2M 1
		free a 1
		free b 1
		sync 1
		stats = 4M 4M 0 22M
		alloc c 2M 2 = 6M 2M none
		alloc d 2M 2 = 0 2M none`,
	"order passes through a chain of streams": `
		pool 64M
		attr event 1
		alloc a 4M 1
		free a 1
		record 0 1
		wait 0 2
		record 1 2
		wait 1 3
		alloc b 4M 3 = 0 4M event`,
	"order passes through a stream that waited before it recorded, not after": `
		pool 64M
		attr event 1
		alloc a 4M 1
		free a 1
		record 0 1
		record 1 2
		wait 0 2
		wait 1 3
		alloc b 4M 3 = 4M 4M none
		alloc c 4M 2 = 0 4M event`,
	"a free after the record is not covered by it": `
		pool 64M
		attr event 1
		alloc a 4M 1
		record 0 1
		free a 1
		wait 0 2
		alloc b 4M 2 = 4M 4M none`,
	"a wait covers what the event was recorded with, not its next record": `
		pool 64M
		attr event 1
		alloc a 4M 1
		record 0 1
		wait 0 2
		free a 1
		record 0 1
		alloc b 4M 2 = 4M 4M none`,
	"what the host waited for is before everything": `
		pool 64M
		attr event 1
		attr threshold 64M
		alloc a 4M 1
		free a 1
		sync 1
		alloc b 4M 2 = 0 4M event`,
	"the host waited for an event, not for later work of its stream": `
		pool 64M
		attr event 1
		attr threshold 64M
		alloc a 4M 1
		alloc x 2M 1
		alloc b 2M 1
		free a 1
		record 0 1
		free b 1
		syncevent 0
		alloc c 4M 2 = 0 4M event
		alloc d 2M 2 = 8M 2M none`,
	"execution without a wait proves no order": `
		pool 64M
		attr event 1
		alloc a 4M 1
		free a 1
		run 1
		alloc b 4M 2 = 4M 4M none`,
	"without its switch a class is not used": `
		pool 64M
		attr threshold 64M
		alloc a 4M 1
		free a 1
		record 0 1
		wait 0 2
		sync 1
		alloc b 4M 2 = 4M 4M none
		attr event 1
		alloc c 4M 2 = 0 4M event`,
	"opportunistic before internal": `
		pool 64M
		attr internal 1
		attr opportunistic 1
		alloc a 4M 1
		free a 1
		alloc b 4M 2 = 0 4M opportunistic`,
	"opportunistic fails the stream when the free has not executed in time": `
		pool 64M
		attr opportunistic 1
		alloc a 4M 1
		free a 1
		alloc b 4M 2 = 0 4M opportunistic
		sync 2 = ERR 1
		run 1
		sync 2 = ERR 1`,
	"opportunistic is well when the free has executed by then": `
		pool 64M
		attr opportunistic 1
		alloc a 4M 1
		free a 1
		alloc b 4M 2 = 0 4M opportunistic
		run 1
		sync 2`,
	"opportunistic gains no order": `
		pool 64M
		attr event 1
		attr opportunistic 1
		alloc x 2M 1
		alloc a 4M 1
		free x 1
		free a 1
		run 1
		alloc b 4M 2 = 0 4M opportunistic
		alloc c 2M 2 = 4M 2M opportunistic`,
	"an internal wait runs the free first": `
		pool 64M
		attr internal 1
		attr threshold 64M
		alloc a 4M 1
		free a 1
		alloc b 4M 2 = 0 4M internal
		sync 2
		stats = 4M 4M 0 60M`,
	"an internal wait counts for the place of the free and what it implied, not for later work": `
		pool 64M
		attr event 1
		attr internal 1
		alloc i 2M 3
		alloc x 2M 3
		alloc a 4M 1
		alloc y 2M 1
		alloc b 2M 1
		free i 3
		record 0 3
		wait 0 1
		free a 1
		free b 1
		alloc c 4M 2 = 4M 4M internal
		alloc d 2M 2 = 0 2M event
		attr internal 0
		alloc e 2M 2 = 12M 2M none`,
	"memory belongs to the stream that freed it, not to the one that allocated it": `
		pool 64M
		alloc a 4M 1
		free a 2
		alloc b 4M 1 = 4M 4M none
		alloc c 4M 2 = 0 4M same-stream`,
	"the rest of a split block stays with its owner and place": `
		pool 64M
		attr event 1
		alloc a 8M 1
		free a 1
		record 0 1
		wait 0 2
		alloc b 2M 2 = 0 2M event
		attr event 0
		alloc c 2M 2 = 8M 2M none
		alloc d 2M 1 = 2M 2M same-stream
		attr event 1
		alloc e 2M 2 = 4M 2M event`,
	"neighbours of one owner join and keep the later place": `
		pool 64M
		attr event 1
		alloc a 2M 1
		alloc b 2M 1
		alloc x 2M 1
		free a 1
		record 0 1
		free b 1
		wait 0 2
		alloc c 2M 2 = 6M 2M none
		alloc d 4M 1 = 0 4M same-stream`,
	"neighbours of one owner join across both sides, whatever the order of the frees": `
		pool 64M
		alloc a 2M 1
		alloc b 2M 1
		alloc c 2M 1
		alloc x 2M 1
		free c 1
		free a 1
		free b 1
		alloc d 6M 1 = 0 6M same-stream`,
	"neighbours of different owners do not join": `
		pool 64M
		attr internal 1
		alloc a 2M 1
		alloc b 2M 1
		alloc x 2M 1
		free a 1
		free b 2
		alloc c 4M 1 = 6M 4M none`,
	"cached memory does not join with fresh memory": `
		pool 6M
		alloc a 4M 1
		free a 1
		alloc b 6M 1 = ERR 507000`,
	"the block of another stream does not help": `
		pool 8M
		alloc a 8M 1
		free a 1
		alloc b 2M 2 = ERR 507000
		alloc c 8M 1 = 0 8M same-stream`,
	"a device without memory refuses a fresh range, not a cached one": `
		pool 64M
		device 4M
		alloc a 4M 1
		alloc b 2M 1 = ERR 207001
		stats = 4M 4M 0 60M
		free a 1
		alloc c 4M 1 = 0 4M same-stream
		free c 1
		sync 1
		alloc d 4M 2 = 0 4M none`,
}

func TestRules(t *testing.T) { general.play(t) }
