// SPDX-License-Identifier: Apache-2.0

package documented

import "testing"

// What a trim takes, and what it leaves.
var ofTrims = rules{
	"a threshold is compared with what is reserved, not with what is idle": `
		pool 64M
		attr threshold 8M
		alloc a 4M 1
		alloc b 8M 1
		free b 1
		sync 1
		stats = 4M 8M 0 52M`,
	"with more in use than the threshold nothing stays cached": `
		pool 64M
		attr threshold 2M
		alloc a 4M 1
		alloc b 8M 1
		free b 1
		sync 1
		stats = 4M 4M 0 60M`,
	"a threshold that is no multiple of the granule rounds up": `
		pool 64M
		attr threshold 2097153
		alloc a 8M 1
		free a 1
		sync 1
		get threshold = 2097153
		stats = 0 4M 0 56M`,
	"memory whose free has not executed stays, at a synchronize of another stream": `
		pool 64M
		alloc a 4M 1
		alloc b 4M 2
		free a 1
		free b 2
		sync 2
		stats = 0 4M 4M 60M
		sync 1
		stats = 0 0 0 64M`,
	"memory whose free has not executed stays, at an explicit trim": `
		pool 64M
		alloc a 4M 1
		free a 1
		trim 0
		stats = 0 4M 4M 60M
		run 1
		stats = 0 4M 0 60M
		trim 0
		stats = 0 0 0 64M`,
	"joined memory is pending until the later free has executed": `
		pool 64M
		attr threshold 64M
		alloc a 2M 1
		alloc b 2M 1
		free a 1
		record 0 1
		free b 1
		syncevent 0
		stats = 0 4M 4M 60M`,
	"a failed synchronize releases nothing": `
		pool 64M
		alloc a 4M 1
		free a 1
		run 1
		fail 2
		record 0 2
		sync 2 = ERR 1
		stats = 0 4M 0 60M`,
	"the smallest first, lowest among equals, the last cut at its low end": `
		pool 64M
		attr threshold 64M
		alloc a 4M 1
		alloc x 2M 1
		alloc b 2M 1
		alloc y 2M 1
		alloc c 8M 1
		alloc z 2M 1
		alloc d 2M 1
		alloc w 2M 1
		free c 1
		free a 1
		free d 1
		free b 1
		sync 1
		stats = 8M 24M 0 40M
		trim 22M
		alloc e 2M 2 = 6M 2M none
		free e 2
		syncdev
		trim 18M
		stats = 8M 18M 0 40M
		trim 14M
		stats = 8M 14M 0 40M
		alloc f 6M 1 = 12M 6M same-stream`,
	"the cut leaves the high end": `
		pool 64M
		attr threshold 64M
		alloc a 8M 1
		free a 1
		sync 1
		trim 2M
		stats = 0 2M 0 56M
		alloc b 2M 1 = 6M 2M same-stream`,
	"below what is used goes to what is used": `
		pool 64M
		alloc a 4M 1
		alloc b 4M 1
		free b 1
		run 1
		trim 0
		stats = 4M 4M 0 60M`,
	"whatever the threshold": `
		pool 64M
		attr threshold 64M
		alloc a 4M 1
		free a 1
		sync 1
		stats = 0 4M 0 60M
		trim 0
		stats = 0 0 0 64M`,
	"targets round up": `
		pool 64M
		alloc a 8M 1
		free a 1
		run 1
		trim 4194305
		stats = 0 6M 0 56M`,
	"more than the pool is an error and does nothing": `
		pool 64M
		alloc a 4M 1
		free a 1
		run 1
		trim 67108865 = ERR 507000
		trim 18446744073709551615 = ERR 507000
		stats = 0 4M 0 60M
		trim 64M
		stats = 0 4M 0 60M`,
	"what was released serves anybody, as one range": `
		pool 16M
		alloc a 4M 1
		alloc b 4M 2
		alloc c 8M 3
		free b 2
		free a 1
		free c 3
		syncdev
		alloc d 16M 4 = 0 16M none`,
}

func TestTrims(t *testing.T) { ofTrims.play(t) }
