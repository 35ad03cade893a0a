// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"sync"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/caller"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// reports are the violations on one device that have been reported.
type reports struct {
	device int
	report func(hazard.Report)

	mu   sync.Mutex
	sent checker.Reports
}

// deliver reports violations that are new. It must not be called with the order lock held.
func (r *reports) deliver(found []checker.Finding) {
	for i := range found {
		if r.isNew(&found[i]) && r.report != nil {
			r.report(r.of(&found[i]))
		}
	}
}

func (r *reports) isNew(f *checker.Finding) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sent.New(f)
}

// refused delivers violations. It returns the error of the call if there are any and they
// fail.
func (c *checks) refused(found []checker.Finding) error {
	c.deliver(found)
	if !c.fail || len(found) == 0 {
		return nil
	}
	return &hazard.Error{Report: c.of(&found[0])}
}

// of returns a violation as the program gets it.
func (r *reports) of(f *checker.Finding) hazard.Report {
	return hazard.Report{
		Kind:   f.Kind,
		Device: r.device,
		Memory: hazard.Memory{
			Pool: f.Block.Pool, Host: f.Block.Space == checker.Host,
			Addr: f.Block.Addr, Size: f.Block.Size,
			Allocated: operationOf(f.Allocated), Freed: operationOf(f.Freed),
		},
		Offset: f.From, Size: f.Size,
		First: operationOf(f.First), Second: operationOf(f.Second),
		Known: f.Known, Recorded: recordOf(f.Recorded),
	}
}

func operationOf(p checker.Past) hazard.Operation {
	o := hazard.Operation{Name: p.Name, Stream: p.Stream, Position: p.Position, Access: p.Mode}
	if p.Argument > 0 {
		o.Name = fmt.Sprintf("%s, argument %d", p.Name, p.Argument-1)
	}
	if p.Site != 0 {
		o.Site = p.Site.String()
	}
	return o
}

// recordOf returns the record of an event, whose name p has. It is zero if there is none.
func recordOf(p checker.Past) hazard.Operation {
	o := operationOf(p)
	if !o.IsZero() {
		o.Name = fmt.Sprintf("event %q", p.Name)
	}
	return o
}

// Past returns a call of the program on the stream, as a violation names it.
func (s *Stream) Past(name string, position uint64, site caller.Site) checker.Past {
	return checker.Past{Name: name, Stream: s.Name, Position: position, Site: site}
}
