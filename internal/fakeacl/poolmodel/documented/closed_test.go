// SPDX-License-Identifier: Apache-2.0

package documented

import "testing"

// What becomes of the memory of streams that are closed, or have failed.
var ofClosedStreams = rules{
	"a closed stream's memory belongs to nobody, and anybody has it first": `
		pool 64M
		alloc a 4M 1
		free a 1
		close 1
		stats = 0 4M 0 60M
		alloc b 4M 2 = 0 4M same-stream`,
	"nobody's memory and one's own compete by best fit": `
		pool 64M
		alloc a 4M 1
		alloc x 2M 9
		alloc b 6M 2
		alloc y 2M 9
		alloc c 2M 1
		alloc z 2M 9
		alloc d 2M 2
		alloc w 2M 9
		free a 1
		free c 1
		free b 2
		free d 2
		close 1
		alloc e 4M 2 = 0 4M same-stream
		alloc f 4M 2 = 6M 4M same-stream
		alloc g 2M 2 = 10M 2M same-stream
		alloc h 2M 2 = 14M 2M same-stream
		alloc i 2M 2 = 18M 2M same-stream`,
	"nobody's memory joins with nobody's": `
		pool 64M
		alloc a 2M 1
		alloc b 2M 2
		alloc c 2M 3
		alloc x 2M 9
		free a 1
		free b 2
		free c 3
		close 1
		close 3
		alloc d 4M 9 = 8M 4M none
		close 2
		alloc e 6M 9 = 0 6M same-stream`,
	"nobody's memory does not join with a stream's": `
		pool 64M
		alloc a 2M 1
		alloc b 2M 2
		alloc x 2M 9
		free a 1
		free b 2
		close 1
		alloc d 4M 2 = 6M 4M none`,
	"the rest of nobody's stays nobody's": `
		pool 64M
		alloc a 8M 1
		free a 1
		close 1
		alloc b 2M 2 = 0 2M same-stream
		alloc c 2M 3 = 2M 2M same-stream
		free b 2
		alloc d 2M 3 = 4M 2M same-stream`,
	"nobody's memory is complete": `
		pool 64M
		alloc a 4M 1
		free a 1
		close 1
		trim 0
		stats = 0 0 0 64M`,
	"a close proves what the stream waited for": `
		pool 64M
		attr event 1
		alloc a 4M 1
		free a 1
		record 0 1
		wait 0 2
		close 2
		alloc b 4M 3 = 0 4M event`,
	"what a failed stream left pending nobody takes, the stream itself neither": `
		pool 64M
		attr event 1
		attr opportunistic 1
		attr internal 1
		alloc a 4M 1
		free a 1
		record 0 1
		wait 0 2
		fail 1
		alloc b 4M 2 = 4M 4M none
		alloc c 4M 1 = 8M 4M none
		trim 0
		stats = 8M 12M 4M 52M`,
	"what it freed before it failed can be had": `
		pool 64M
		attr internal 1
		alloc a 4M 1
		free a 1
		run 1
		fail 1
		alloc b 4M 2 = 0 4M internal
		sync 2`,
	"once it is closed anybody has the memory": `
		pool 64M
		alloc a 4M 1
		free a 1
		fail 1
		stats = 0 4M 4M 60M
		close 1
		stats = 0 4M 0 60M
		alloc b 4M 2 = 0 4M same-stream`,
	"the close of a failed stream proves nothing of what it waited for": `
		pool 64M
		attr event 1
		alloc a 4M 1
		free a 1
		record 0 1
		wait 0 2
		fail 2
		close 2
		alloc b 4M 3 = 4M 4M none`,
	"live memory outlives the stream that allocated it": `
		pool 64M
		alloc a 4M 1
		close 1
		free a 2 = 0 4M
		alloc b 4M 2 = 0 4M same-stream`,
}

func TestClosedAndFailedStreams(t *testing.T) { ofClosedStreams.play(t) }
