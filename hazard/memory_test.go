// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/sim"
)

var twoDevices = sim.Config{Devices: 2}

func (p *program) memory() *acl.Memory {
	p.Helper()
	m, err := p.dev.Malloc(size)
	p.done(err)
	return m
}

func TestPlainMemory(t *testing.T) {
	runWrong(t, map[string]wrong{
		"closed while a stream uses it": {
			func(p *program) {
				m := p.memory()
				p.one(p.a.Fill(m.View(), 1))
				p.two(m.Close())
			}, hazard.UnorderedFree, "fill on a", "free", hostWaits,
		},
		"used after its Close": {
			func(p *program) {
				m := p.memory()
				p.one(m.Close())
				p.twoMayFail(p.a.Fill(m.View(), 1))
			}, hazard.UseAfterFree, "free", "fill on a", "Free the memory after",
		},
		"read and never written": {
			func(p *program) {
				m := p.oneMemory(p.dev.Malloc(size))
				p.two(acl.CopySliceToHost(p.ctx(), make([]byte, size), m.View()))
				p.done(m.Close())
			}, hazard.Unwritten, "malloc", "copy to host", "Write the bytes first",
		},
	})
}

func TestPlainMemoryInOrder(t *testing.T) {
	runRight(t, map[string]func(p *program){
		"closed after a synchronize": func(p *program) {
			m := p.memory()
			p.done(p.a.Fill(m.View(), 1))
			p.wait()
			p.done(m.Close())
		},
		"a host buffer that is closed and made again": func(p *program) {
			for range 3 {
				h, err := acl.NewHostBuffer[byte](p.dev, size)
				p.done(err)
				p.done(p.a.CopyToHost(h.View(), p.v))
				p.done(p.a.Synchronize(p.ctx()))
				p.done(h.Close())
			}
		},
	})
}
