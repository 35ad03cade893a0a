// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/caller"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// Hazards says what happens to violations of stream order.
type Hazards struct {
	// Report gets each violation, once for each kind and pair of lines of the program. It is
	// called with locks of streams held, so it must return quickly and call no method of a
	// device, stream, event, pool or block.
	Report func(hazard.Report)
	// Fail has the call that violates the order fail, too. Nothing is enqueued then.
	Fail bool
}

// checks is what is checked on one device. A device without checks has none.
type checks struct {
	reports
	fail    bool
	clock   *clock           // guards checker and watches
	checker *checker.Checker // of the device
	watches *watch           // for reuse
}

func newChecks(h *Hazards, device int32, c *clock) *checks {
	if h == nil {
		return nil
	}
	return &checks{reports: reports{device: int(device), report: h.Report}, fail: h.Fail, clock: c, checker: checker.New(c.host)}
}

// Checks reports whether the program's uses of the device's memory are checked.
func (p *primary) Checks() bool { return p.checks != nil }

// Allocated notes that the program has allocated a block in the order of the stream, as its
// last work, at a site. The stream is locked by the caller.
func (s *Stream) Allocated(b checker.Block, site caller.Site) {
	c := s.Device.checks
	if c == nil || s.Internal {
		return
	}
	by := checker.Operation{Name: "malloc", Stream: s.Name, Site: site}
	c.clock.mu.Lock()
	defer c.clock.mu.Unlock()
	by.Stamp = s.line.Here()
	c.checker.Allocated(b, by)
	by.Stamp.Release()
}

// Freeing notes that the program frees, at a site, the block at an address in the order of the
// stream, and after places. It comes before the call of the driver. An error refuses the free, and nothing
// is noted. The stream is locked by the caller, who keeps the references of after.
func (s *Stream) Freeing(at checker.Range, after []order.Stamp, site caller.Site) error {
	c := s.Device.checks
	if c == nil || s.Internal {
		return nil
	}
	by := checker.Operation{Name: "free", Stream: s.Name, Site: site}
	c.clock.mu.Lock()
	by.Stamp = s.line.Coming()
	found := c.checker.Freed(at, by, after)
	by.Stamp.Release()
	if c.fail && len(found) > 0 {
		c.checker.Restored(at)
	}
	c.clock.mu.Unlock()
	return c.refused(found)
}

// FreedAgain notes a free on the stream, which is locked, of memory that has been freed. f says
// which, and err is the error of the call. It returns that error, with the violation in it if
// violations fail.
func (s *Stream) FreedAgain(f checker.Finding, err error) error {
	f.Kind = hazard.DoubleFree
	return s.violated(f, "free", err)
}

// WaitsForNothing is FreedAgain for a wait for an event that was never recorded.
func (s *Stream) WaitsForNothing(e *Event, err error) error {
	return s.violated(checker.Finding{Kind: hazard.UnrecordedWait}, "wait for "+e.Node.String(), err)
}

// recorded notes that the program has recorded an event as the last work of the stream.
func (s *Stream) recorded(e *Event) {
	c := s.Device.checks
	if c == nil || s.Internal {
		return
	}
	by := operation(e.Node.Name(), s)
	c.clock.mu.Lock()
	defer c.clock.mu.Unlock()
	by.Stamp = s.line.Here()
	c.checker.Recorded(by)
	by.Stamp.Release()
}

// violated notes a call that was refused with err because it violates the order.
func (s *Stream) violated(f checker.Finding, call string, err error) error {
	c := s.Device.checks
	if c == nil || s.Internal {
		return err
	}
	f.Second = s.Past(call, s.line.Pos()+1, caller.Here())
	if violation := c.refused([]checker.Finding{f}); violation != nil {
		return fmt.Errorf("%w; %w", err, violation)
	}
	return err
}

// UnseenWork notes work of the program whose use of memory is not known, such as that of other
// code. It may write any memory.
func (p *primary) UnseenWork() {
	if c := p.checks; c != nil {
		c.clock.mu.Lock()
		defer c.clock.mu.Unlock()
		c.checker.UnseenWork()
	}
}

// FreeFailed takes Freeing or HostFreeing back, because the driver has refused the free.
func (p *primary) FreeFailed(at checker.Range) {
	if c := p.checks; c != nil {
		c.clock.mu.Lock()
		defer c.clock.mu.Unlock()
		c.checker.Restored(at)
	}
}

// HostAllocated notes that the program has allocated a block in no stream's order.
func (p *primary) HostAllocated(b checker.Block) {
	c := p.checks
	if c == nil {
		return
	}
	by := operation("malloc", nil)
	c.clock.mu.Lock()
	defer c.clock.mu.Unlock()
	by.Stamp = c.clock.host.Here()
	c.checker.Allocated(b, by)
	by.Stamp.Release()
}

// HostFreeing is Freeing in no stream's order.
func (p *primary) HostFreeing(at checker.Range) error {
	c := p.checks
	if c == nil {
		return nil
	}
	found := c.hostFreed(at)
	if err := c.refused(found); err != nil {
		p.FreeFailed(at)
		return err
	}
	return nil
}

// HostFreed notes that a block is freed in no stream's order, at a time that this module has
// found to be right.
func (p *primary) HostFreed(at checker.Range) {
	if c := p.checks; c != nil {
		c.hostFreed(at)
	}
}

func (c *checks) hostFreed(at checker.Range) []checker.Finding {
	by := operation("free", nil)
	c.clock.mu.Lock()
	defer c.clock.mu.Unlock()
	by.Stamp = c.clock.host.Here()
	defer by.Stamp.Release()
	return c.checker.Freed(at, by, nil)
}
