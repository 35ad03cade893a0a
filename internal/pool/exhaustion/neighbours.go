// SPDX-License-Identifier: Apache-2.0

package exhaustion

import (
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// poolsOfDevice holds the open pools of a device, which share its memory.
type poolsOfDevice struct {
	mu    sync.Mutex
	pools []*blocks.Table
}

// change replaces the open pools of a device by what a function returns, and returns a copy of
// the new ones.
func change(d *core.Device, f func([]*blocks.Table) []*blocks.Table) []*blocks.Table {
	of := core.Attached[poolsOfDevice](d)
	of.mu.Lock()
	defer of.mu.Unlock()
	of.pools = f(of.pools)
	return slices.Clone(of.pools)
}

// Join adds an open pool to those of its device. They return cached memory to the device for
// each other.
func Join(t *blocks.Table) {
	change(t.Device, func(all []*blocks.Table) []*blocks.Table { return append(all, t) })
}

// Leave undoes Join.
func Leave(t *blocks.Table) {
	change(t.Device, func(all []*blocks.Table) []*blocks.Table { return without(all, t) })
}

// others returns the other open pools of the device.
func others(t *blocks.Table) []*blocks.Table {
	all := change(t.Device, func(all []*blocks.Table) []*blocks.Table { return all })
	return without(all, t)
}

func without(all []*blocks.Table, t *blocks.Table) []*blocks.Table {
	return slices.DeleteFunc(all, func(o *blocks.Table) bool { return o == t })
}

// trimOthers trims other pools until the device has the memory that an allocation lacks, as far
// as their cached memory goes. It returns the bytes that were returned to the device. The caller
// holds no stream's lock, since pools may share streams.
func trimOthers(t *blocks.Table, short *engine.Shortage) (released uint64) {
	missing := short.Need - min(short.Need, short.DeviceFree)
	for _, o := range others(t) {
		if released >= missing {
			break
		}
		f, _, err := o.Figures()
		complete := f.Reserved - f.Used - f.Pending
		if err != nil || complete == 0 {
			continue
		}
		if t, err := o.Engine.Trim(f.Reserved - min(complete, missing-released)); err == nil {
			released += t.Released
		}
	}
	return released
}

// PoolUsage is the memory that a pool of the device holds, in bytes.
type PoolUsage struct {
	Pool    string   // its name
	Used    uint64   // in live blocks
	Cached  uint64   // reserved and not used
	Pending uint64   // part of Cached whose frees have not executed
	Streams []string // names of the streams that pending frees wait for
}

// usageOfOthers returns the other pools of the device that hold memory, and the streams that
// their pending frees wait for.
func usageOfOthers(t *blocks.Table) (usage []PoolUsage, pending []*core.Stream) {
	for _, o := range others(t) {
		f, _, err := o.Figures()
		if err != nil || f.Reserved == 0 {
			continue
		}
		streams := o.Engine.PendingStreams()
		usage = append(usage, PoolUsage{Pool: o.Name(), Used: f.Used, Cached: f.Reserved - f.Used, Pending: f.Pending, Streams: names(streams)})
		pending = append(pending, streams...)
	}
	return usage, pending
}

func names(streams []*core.Stream) (names []string) {
	for _, s := range streams {
		names = append(names, s.Name)
	}
	return names
}
