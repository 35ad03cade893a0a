// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Reuse says which memory that was freed on other streams an allocation may take. It may
// always take memory that was freed on its own stream.
//
// The zero value allows memory whose free is ordered before the allocation by events that the
// program records and waits for anyway. That is safe and costs nothing. In ACL it is off by
// default.
//
// Values can be compared. In configuration files they are text: "none", or a list of "event",
// "completed" or "gamble", and "internal".
type Reuse struct {
	// Event allows memory whose free is ordered before the allocation by events or by waits
	// of the host. Zero means on.
	Event EventReuse
	// Opportunistic allows memory whose free is not ordered before the allocation. Zero means
	// off.
	Opportunistic Opportunistic
	// Internal allows any freed memory: the stream of the allocation waits for the free. So
	// streams wait for each other that are independent in the program.
	Internal bool
}

// EventReuse says whether an allocation may take memory whose free is ordered before it by
// events.
//
// Source: ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES (uint32_t), acl_rt_memory_soma.h.
type EventReuse int

// Kinds of reuse by event.
const (
	EventReuseOn  EventReuse = iota // allowed
	EventReuseOff                   // not allowed
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

// Opportunistic says whether an allocation may take memory of another stream whose free is not
// ordered before it.
//
// Source: ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC (uint32_t), acl_rt_memory_soma.h.
type Opportunistic int

// Kinds of opportunistic reuse.
const (
	// OpportunisticOff does not allow it.
	OpportunisticOff = Opportunistic(engine.OpportunisticOff)
	// OpportunisticCompleted allows it if the free is known to have executed. The native
	// engine does not support it.
	OpportunisticCompleted = Opportunistic(engine.OpportunisticCompleted)
	// OpportunisticGamble always allows it. If the free has not executed when the allocation
	// executes, the allocation fails on its stream, which the next synchronize returns; on an
	// NPU the program may crash. This is what ACL's switch does.
	OpportunisticGamble = Opportunistic(engine.OpportunisticGamble)
)

// String returns the kind in one word.
func (o Opportunistic) String() string { return engine.Opportunistic(o).String() }

// String returns the list of allowed kinds of reuse, such as "event,internal", or "none".
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

// MarshalText returns the text of [Reuse.String]. It returns [acl.ErrInvalid] for a value that
// does not exist.
func (r Reuse) MarshalText() ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("mempool: reuse as text: %w", err)
	}
	return []byte(r.String()), nil
}

// UnmarshalText parses a list such as [Reuse.String] returns, in any order. It returns
// [acl.ErrInvalid] for any other text, such as a list with "completed" and "gamble".
func (r *Reuse) UnmarshalText(text []byte) error {
	list := words(string(text))
	for _, known := range reuses {
		if slices.Equal(list, words(known.String())) {
			*r = known
			return nil
		}
	}
	return fmt.Errorf("mempool: reuse %q: want none, or some of event, completed or gamble, and internal: %w", text, acl.ErrInvalid)
}

// reuses are all values of Reuse.
var reuses = func() (all []Reuse) {
	for _, e := range []EventReuse{EventReuseOn, EventReuseOff} {
		for _, o := range []Opportunistic{OpportunisticOff, OpportunisticCompleted, OpportunisticGamble} {
			all = append(all, Reuse{e, o, false}, Reuse{e, o, true})
		}
	}
	return all
}()

// words returns the words of a list, sorted.
func words(list string) []string {
	all := strings.Split(list, ",")
	for i, word := range all {
		all[i] = strings.TrimSpace(word)
	}
	slices.Sort(all)
	return all
}

// check refuses values that do not exist.
func (r Reuse) check() error {
	switch {
	case r.Event < EventReuseOn || r.Event > EventReuseOff:
		return fmt.Errorf("%s: want On or Off: %w", r.Event, acl.ErrInvalid)
	case r.Opportunistic < OpportunisticOff || r.Opportunistic > OpportunisticGamble:
		return fmt.Errorf("%s: want Off, Completed or Gamble: %w", r.Opportunistic, acl.ErrInvalid)
	}
	return nil
}

// settings returns the settings of the engine.
func (r Reuse) settings() engine.Reuse {
	return engine.Reuse{Event: r.Event != EventReuseOff, Opportunistic: engine.Opportunistic(r.Opportunistic), Internal: r.Internal}
}

// SetReuse sets which memory an allocation may take, from the next allocation on. It returns
// [acl.ErrNotSupported] for a kind of reuse that the engine does not support, and
// [acl.ErrInvalid] for an unknown value.
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

// Reuse returns the current setting.
func (p *Pool) Reuse() Reuse {
	_, reuse := p.inner.settings()
	return reuse
}
