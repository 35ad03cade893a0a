// SPDX-License-Identifier: Apache-2.0

package core

import (
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
			r.report(found[i].Report(r.device))
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
	return &hazard.Error{Report: found[0].Report(c.device)}
}

// Past returns a call of the program on the stream, as a violation names it.
func (s *Stream) Past(name string, position uint64, site caller.Site) checker.Past {
	return checker.Past{Name: name, Stream: s.Name, Position: position, Site: site}
}
