// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"strings"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Reuse says which memory that was freed on other streams an allocation may take. What
// was freed on its own stream it always may.
//
// The zero value takes what events have ordered: if the free is known to happen before the
// allocation, through events that the program has recorded and waited for anyway, taking
// the memory is safe and costs nothing. ACL has it off by default.
//
// Values can be compared, and in configuration files they are text: a list of "event",
// "completed" or "gamble", and "internal"; or "none".
type Reuse struct {
	// Event allows memory whose free is ordered before the allocation by events, or waits
	// of the host. Zero is on.
	Event EventReuse
	// Opportunistic allows memory without any order. Zero is off.
	Opportunistic Opportunistic
	// Internal allows any memory and has the stream of the allocation wait for the free,
	// which makes streams wait for each other that the program has left independent.
	Internal bool
}

// EventReuse says whether an allocation takes memory whose free events order before it.
//
// Source: ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES (uint32_t), acl_rt_memory_soma.h.
type EventReuse int

// Kinds of reuse by event.
const (
	EventReuseOn  EventReuse = iota // takes such memory
	EventReuseOff                   // takes none
)

// String returns "on" or "off".
func (e EventReuse) String() string {
	switch e {
	case EventReuseOn:
		return "on"
	case EventReuseOff:
		return "off"
	}
	return fmt.Sprintf("EventReuse(%d)", int(e))
}

// Opportunistic says whether an allocation takes memory freed on another stream that
// nothing orders before it.
//
// Source: ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC (uint32_t), acl_rt_memory_soma.h.
type Opportunistic int

// Kinds of opportunistic reuse.
const (
	// OpportunisticOff takes no such memory.
	OpportunisticOff = Opportunistic(engine.OpportunisticOff)
	// OpportunisticCompleted takes it if the free is known to have executed. The native
	// engine does not support it.
	OpportunisticCompleted = Opportunistic(engine.OpportunisticCompleted)
	// OpportunisticGamble takes it and hopes that the free executes before the allocation
	// does. When it does not, the stream of the allocation fails and stays failed; on an
	// NPU the program may end with it. It is what ACL's switch does.
	OpportunisticGamble = Opportunistic(engine.OpportunisticGamble)
)

// String returns the kind in one word.
func (o Opportunistic) String() string { return engine.Opportunistic(o).String() }

// String lists the kinds of reuse that are allowed, such as "event,internal", or returns
// "none".
func (r Reuse) String() string {
	var kinds []string
	if r.Event != EventReuseOff {
		kinds = append(kinds, "event")
	}
	if r.Opportunistic != OpportunisticOff {
		kinds = append(kinds, r.Opportunistic.String())
	}
	if r.Internal {
		kinds = append(kinds, "internal")
	}
	if len(kinds) == 0 {
		return "none"
	}
	return strings.Join(kinds, ",")
}

// MarshalText returns the text that [Reuse.UnmarshalText] takes.
func (r Reuse) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText takes a list as [Reuse.String] returns it, in any order. An unknown kind
// is [acl.ErrInvalid].
func (r *Reuse) UnmarshalText(text []byte) error {
	got := Reuse{Event: EventReuseOff}
	for _, kind := range strings.Split(string(text), ",") {
		switch strings.TrimSpace(kind) {
		case "event":
			got.Event = EventReuseOn
		case "completed":
			got.Opportunistic = OpportunisticCompleted
		case "gamble":
			got.Opportunistic = OpportunisticGamble
		case "internal":
			got.Internal = true
		case "none":
		default:
			return fmt.Errorf("mempool: reuse %q: want none, or some of event, completed, gamble and internal: %w", text, acl.ErrInvalid)
		}
	}
	*r = got
	return nil
}

// settings returns what an engine is told.
func (r Reuse) settings() engine.Reuse {
	return engine.Reuse{Event: r.Event != EventReuseOff, Opportunistic: engine.Opportunistic(r.Opportunistic), Internal: r.Internal}
}

// SetReuse changes which memory an allocation may take, from the next one on. What the
// engine does not support is [acl.ErrNotSupported], what does not exist [acl.ErrInvalid].
//
// Source: aclrtMemPoolSetAttr, ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES,
// ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC,
// ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES (uint32_t), acl_rt_memory_soma.h.
func (p *Pool) SetReuse(r Reuse) error {
	if err := p.inner.configure(func(release Release, _ Reuse) (Release, Reuse) { return release, r }); err != nil {
		return fmt.Errorf("mempool: set reuse of %q: %w", p.Name(), err)
	}
	return nil
}

// Reuse returns what was set last.
func (p *Pool) Reuse() Reuse {
	p.inner.mu.Lock()
	defer p.inner.mu.Unlock()
	return p.inner.reuse
}
