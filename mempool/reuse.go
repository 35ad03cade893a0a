// SPDX-License-Identifier: Apache-2.0

package mempool

import "fmt"

// Reuse says which memory that was freed on other streams an allocation may take. What
// was freed on its own stream it always may.
//
// The zero value takes what events have ordered: if the free is known to come before the
// allocation, through events that the program has recorded and waited for anyway, taking
// the memory is safe and costs nothing. ACL has it off by default.
type Reuse struct {
	// NoEvent forbids memory whose free events, or waits of the host, order before the
	// allocation.
	NoEvent bool
	// Opportunistic allows memory without any order. Zero is Off.
	Opportunistic Opportunistic
	// Internal allows any memory and has the stream of the allocation wait for the free,
	// which makes streams wait for each other that the program has left independent.
	Internal bool
}

// Opportunistic says whether an allocation takes memory freed on another stream that
// nothing orders before it.
//
// Source: ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC (uint32_t), acl_rt_memory_soma.h.
type Opportunistic int

// Kinds of opportunistic reuse.
const (
	// OpportunisticOff takes no such memory.
	OpportunisticOff Opportunistic = iota
	// OpportunisticCompleted takes it if the free is known to have executed. The native engine cannot
	// do it.
	OpportunisticCompleted
	// OpportunisticGamble takes it and hopes that the free executes before the allocation does. When
	// it does not, the stream of the allocation fails and stays failed; on an NPU the
	// program may end with it. It is what ACL's switch does.
	OpportunisticGamble
)

// String names the kind.
func (o Opportunistic) String() string {
	switch o {
	case OpportunisticOff:
		return "off"
	case OpportunisticCompleted:
		return "completed"
	case OpportunisticGamble:
		return "gamble"
	}
	return fmt.Sprintf("Opportunistic(%d)", int(o))
}

// SetReuse changes which memory an allocation may take, from the next one on. What the
// engine cannot do is [acl.ErrNotSupported], what there is not [acl.ErrInvalid].
//
// Source: aclrtMemPoolSetAttr, ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES,
// ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC,
// ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES (uint32_t), acl_rt_memory_soma.h.
func (p *Pool) SetReuse(r Reuse) error {
	if err := p.inner().setReuse(r); err != nil {
		return fmt.Errorf("mempool: set reuse of %q: %w", p.Name(), err)
	}
	return nil
}

func (p *pool) setReuse(r Reuse) error {
	if err := p.lock(); err != nil {
		return err
	}
	defer p.mu.Unlock()
	if err := p.engine.setReuse(p.reuse, r); err != nil {
		return err
	}
	p.reuse = r
	return nil
}

// Reuse answers what was set last.
func (p *Pool) Reuse() (r Reuse) {
	if p.inner() == nil {
		return r
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reuse
}
