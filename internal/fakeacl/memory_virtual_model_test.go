// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// modelMemory is physical memory as the model has it: a byte for each granule.
type modelMemory struct {
	handle   driver.PhysicalMem
	bytes    []byte
	refs     int
	mappings int
}

// modelMachine is virtual memory as arrays: what is mapped at each granule of a range.
type modelMachine struct {
	*rig
	t      *rapid.T
	base   driver.Addr
	at     []*modelMemory // by granule, at the first one of a mapping
	memory []*modelMemory
}

// cover returns the memory that is mapped at a granule, and which granule of it that is.
func (m *modelMachine) cover(g int) (*modelMemory, int) {
	for start := g; start >= 0; start-- {
		if x := m.at[start]; x != nil {
			if g-start < len(x.bytes) {
				return x, g - start
			}
			break
		}
	}
	return nil, 0
}

func (m *modelMachine) address(g int) driver.Addr { return m.base + driver.Addr(g)*step }

// pick draws physical memory with a condition; nil if there is none.
func (m *modelMachine) pick(ok func(*modelMemory) bool) *modelMemory {
	var fitting []*modelMemory
	for _, x := range m.memory {
		if ok(x) {
			fitting = append(fitting, x)
		}
	}
	if len(fitting) == 0 {
		return nil
	}
	return rapid.SampledFrom(fitting).Draw(m.t, "memory")
}

func (m *modelMachine) taken() (bytes uint64) {
	for _, x := range m.memory {
		if x.refs+x.mappings > 0 {
			bytes += uint64(len(x.bytes)) * granule
		}
	}
	return bytes
}

// Any sequence of calls leads to what the model says: contents, faults, and free memory.
func TestVirtualMemoryProperties(t *testing.T) {
	const size = 10 // granules of the range
	rapid.Check(t, func(rt *rapid.T) {
		fake, err := fakeacl.New(fakeacl.Config{Memory: 32 * mib})
		require.NoError(rt, err)
		defer func() { require.NoError(rt, fake.Close()) }()
		ac, st := fake.SetDevice(0)
		require.True(rt, st.OK())
		m := &modelMachine{rig: &rig{t: t, Machine: fake, ac: ac}, at: make([]*modelMemory, size)}
		m.base = m.reserve(size * granule)
		granuleOf := func(t *rapid.T) int { return rapid.IntRange(0, size-1).Draw(t, "granule") }
		live := func(x *modelMemory) bool { return x.refs > 0 }
		rt.Repeat(map[string]func(*rapid.T){
			"allocate": func(t *rapid.T) {
				n := rapid.IntRange(1, 5).Draw(t, "granules")
				h, st := m.MallocPhysical(ac, uint64(n)*granule, onDevice(0), 0)
				require.Equal(t, m.taken()+uint64(n)*granule <= 32*mib, st.OK(), st.Msg)
				if st.OK() {
					m.memory = append(m.memory, &modelMemory{handle: h, bytes: make([]byte, n), refs: 1})
				}
			},
			"free": func(t *rapid.T) {
				m.t = t
				if x := m.pick(live); x != nil {
					require.True(t, m.FreePhysical(ac, x.handle).OK())
					x.refs--
				}
			},
			"map": func(t *rapid.T) {
				m.t = t
				x, g := m.pick(live), granuleOf(t)
				if x == nil {
					return
				}
				fits := g+len(x.bytes) <= size
				for i := g; fits && i < g+len(x.bytes); i++ {
					other, _ := m.cover(i)
					fits = other == nil
				}
				st := m.MapMem(ac, m.address(g), uint64(len(x.bytes))*granule, 0, x.handle, 0)
				require.Equal(t, fits, st.OK(), st.Msg)
				if fits {
					m.at[g] = x
					x.mappings++
				}
			},
			"unmap": func(t *rapid.T) {
				g := granuleOf(t)
				require.Equal(t, m.at[g] != nil, m.UnmapMem(ac, m.address(g)).OK())
				if x := m.at[g]; x != nil {
					x.mappings--
					m.at[g] = nil
				}
			},
			"retain": func(t *rapid.T) {
				g := granuleOf(t)
				h, st := m.MemRetainAllocationHandle(ac, m.address(g))
				require.Equal(t, m.at[g] != nil, st.OK())
				if x := m.at[g]; x != nil {
					require.Equal(t, x.handle, h)
					x.refs++
				}
			},
			"write": func(t *rapid.T) {
				g, value := granuleOf(t), rapid.Byte().Draw(t, "value")
				x, i := m.cover(g)
				require.Equal(t, x != nil, m.fill(m.address(g)+9, 1, value).OK())
				if x != nil {
					x.bytes[i] = value
				}
			},
			"write over several": func(t *rapid.T) {
				g, value := granuleOf(t), rapid.Byte().Draw(t, "value")
				n := rapid.IntRange(1, size-g).Draw(t, "granules")
				mapped := true
				for i := g; i < g+n; i++ {
					x, _ := m.cover(i)
					mapped = mapped && x != nil
				}
				require.Equal(t, mapped, m.fill(m.address(g), uint64(n)*granule, value).OK())
				for i := g; mapped && i < g+n; i++ {
					x, at := m.cover(i)
					x.bytes[at] = value
				}
			},
			"": func(t *rapid.T) {
				require.Equal(t, 32*mib-m.taken(), m.left())
				for g := range size {
					b := make([]byte, 1)
					st := m.Memcpy(ac, driver.OnHost(b), 1, driver.OnDevice(m.address(g)+9), 1, driver.CopyDeviceToHost)
					x, i := m.cover(g)
					require.Equal(t, x != nil, st.OK())
					if x != nil {
						require.Equal(t, x.bytes[i], b[0], "granule %d", g)
					}
				}
			},
		})
	})
}
