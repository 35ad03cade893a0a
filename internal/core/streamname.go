// SPDX-License-Identifier: Apache-2.0

package core

import "github.com/ascend-go/aclpool/internal/driver"

// StreamName returns the name of an open stream of any device, or "" if there is none with the
// handle.
func (r *Runtime) StreamName(h driver.Stream) string {
	r.opening.Lock()
	defer r.opening.Unlock()
	for _, p := range r.primaries {
		if name := p.streamName(h); name != "" {
			return name
		}
	}
	return ""
}

func (p *primary) streamName(h driver.Stream) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.streams {
		if s != nil && s.Handle == h {
			return s.Name
		}
	}
	return ""
}
