// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// poolsOfDevice is the open pools of a device, which share its memory.
type poolsOfDevice struct {
	mu    sync.Mutex
	pools []*pool
}

func (p *pool) join() {
	d := core.Attached[poolsOfDevice](p.dev)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pools = append(d.pools, p)
}

func (p *pool) leave() {
	d := core.Attached[poolsOfDevice](p.dev)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pools = slices.DeleteFunc(d.pools, func(o *pool) bool { return o == p })
}

// others returns the other open pools of the device.
func (p *pool) others() []*pool {
	d := core.Attached[poolsOfDevice](p.dev)
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(d.pools), func(o *pool) bool { return o == p })
}

// trimOthers gives back what an allocation lacks of the device's memory and other pools
// have cached. It returns the bytes that have gone back. No stream is locked: pools may
// share streams.
func (p *pool) trimOthers(short *engine.Shortage) (released uint64) {
	missing := short.Need - min(short.Need, short.DeviceFree)
	for _, o := range p.others() {
		if released >= missing {
			break
		}
		st, err := o.stats()
		if err != nil || st.Cached() == st.Pending {
			continue
		}
		keep := st.Reserved - min(st.Cached()-st.Pending, missing-released)
		if t, err := o.engine.Trim(keep); err == nil {
			released += t.Released
		}
	}
	return released
}

// usageOfOthers returns what the other pools of the device have cached, those that have
// nothing left out, and the streams that their pending frees wait for.
func (p *pool) usageOfOthers() (usage []PoolUsage, pending []*core.Stream) {
	for _, o := range p.others() {
		st, err := o.stats()
		if err != nil || st.Reserved == 0 {
			continue
		}
		streams := o.engine.PendingStreams()
		usage = append(usage, PoolUsage{Pool: o.name(), Used: st.Used, Cached: st.Cached(), Pending: st.Pending, Streams: names(streams)})
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
