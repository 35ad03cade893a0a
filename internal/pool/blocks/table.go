// SPDX-License-Identifier: Apache-2.0

// Package blocks is the table of the blocks of a pool. It allocates and frees blocks through an
// engine, with the streams locked that the call depends on. It finds out that a block has been
// freed before, counts what the program has allocated and freed, keeps the recorded uses of
// blocks, and emits the memory events.
//
// Its errors do not name the call: the caller adds that.
package blocks

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Config describes the pool of a table. It does not change.
type Config struct {
	Device  *core.Device
	Pool    memevent.Pool // identity and name of the pool
	MaxSize uint64        // largest size of the pool in bytes
	Engine  engine.Engine
}

// Table is the blocks of one pool. Its methods are safe for concurrent use. Calls on different
// streams share no lock of the table.
type Table struct {
	Config
	// Node is the pool in the tree of live objects. It is set before the first block is
	// allocated.
	Node *lifetime.Node

	events *memevent.Source
	checks bool // the device checks the program's uses of memory
	shards atomic.Pointer[shards]

	// mu guards the fields below. The lock order is: mu, streams by ID, the engine's locks.
	mu     sync.Mutex
	closed bool
	counts Counts // of shards that have been removed, and of refused allocations
}

// New returns a table without blocks.
func New(cfg Config) *Table {
	t := &Table{Config: cfg, events: memevent.Of(cfg.Device), checks: cfg.Device.Checks()}
	t.shards.Store(&shards{})
	return t
}

// Name returns the name of the pool.
func (t *Table) Name() string { return t.Pool.Name }

// Lock locks the table, so that the pool is not closed and no stream is new to it until Unlock.
// After Close it returns an error and does not hold the lock.
func (t *Table) Lock() error {
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return t.errClosed()
	}
	return nil
}

// Unlock ends what Lock began.
func (t *Table) Unlock() { t.mu.Unlock() }

// Freeze locks the table and all streams of the pool, so that no memory is allocated or freed
// until Thaw. After Close it returns an error and does not hold the locks.
func (t *Table) Freeze() error {
	if err := t.Lock(); err != nil {
		return err
	}
	t.lockStreams()
	return nil
}

// FreezeState is Freeze, also after Close.
func (t *Table) FreezeState() {
	t.mu.Lock()
	t.lockStreams()
}

func (t *Table) lockStreams() {
	for _, sh := range t.shards.Load().byID {
		sh.stream.LockState()
	}
}

// Thaw ends what Freeze or FreezeState began.
func (t *Table) Thaw() {
	for _, sh := range t.shards.Load().byID {
		sh.stream.Unlock()
	}
	t.mu.Unlock()
}

// MarkClosed makes later calls fail. The table is frozen.
func (t *Table) MarkClosed() {
	t.closed = true
	t.checkClosed()
	t.emitPool(memevent.Closed)
	for _, sh := range t.shards.Load().byID {
		sh.closed = true
	}
}

func (t *Table) errClosed() error { return fmt.Errorf("%s: %w", t.Node, errclass.Closed) }
