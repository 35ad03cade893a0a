// SPDX-License-Identifier: Apache-2.0

// Package exhaustion finds memory for an allocation that its pool has refused. It returns
// cached memory of the pool and of the other pools of the device, and waits for pending frees if
// the caller wants that. If it finds no memory, its error is a [Report].
package exhaustion

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Alloc allocates a block, and does not wait.
func Alloc(t *blocks.Table, s *core.Stream, size uint64, cause error) (blocks.Block, error) {
	if !engine.IsRefusal(cause) {
		return blocks.Block{}, cause
	}
	return retryOne(t, s, size, cause)
}

func retryOne(t *blocks.Table, s *core.Stream, size uint64, cause error) (got blocks.Block, err error) {
	_, err = retry(t, s, []uint64{size}, func(b []blocks.Block) { got = b[0] }, cause)
	return got, reported(t, s, request{size: size}, err)
}

// AllocN allocates a block of each of sizes, and does not wait. failed and cause are the
// results of blocks.Table.AllocN.
func AllocN(t *blocks.Table, s *core.Stream, sizes []uint64, take func([]blocks.Block), failed int, cause error) (int, error) {
	if !engine.IsRefusal(cause) {
		return failed, cause
	}
	failed, err := retry(t, s, sizes, take, cause)
	return failed, reported(t, s, request{size: sizes[failed], index: failed, together: len(sizes)}, err)
}

// maxDeviceTries limits how often an allocation is tried for which the device has no memory.
// Between two tries other pools return some, which another allocation may take first.
const maxDeviceTries = 4

// retry allocates blocks that were refused, and does everything that helps except waiting. cause
// is the refusal. If there is no memory, the error is an *engine.Shortage.
func retry(t *blocks.Table, s *core.Stream, sizes []uint64, take func([]blocks.Block), cause error) (failed int, err error) {
	for range maxDeviceTries {
		t.Engine.Look()
		failed, err = t.AllocReclaiming(s, sizes, take, cause)
		short, ok := errors.AsType[*engine.Shortage](err)
		if !ok || !short.OfDevice || trimOthers(t, short) == 0 {
			break
		}
	}
	return failed, err
}
