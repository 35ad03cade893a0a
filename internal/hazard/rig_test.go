// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"fmt"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/caller"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// rig is a program on one device, whose operations go to a Checker.
type rig struct {
	*checker.Checker
	host  *order.Host
	lines map[string]*order.Line
	sites map[string]caller.Site
	found []checker.Finding

	forget bool // what the host knows is forgotten before late accesses are seen
}

func newRig() *rig {
	h := order.NewHost()
	return &rig{Checker: checker.New(h), host: h, lines: make(map[string]*order.Line), sites: make(map[string]caller.Site)}
}

func (r *rig) line(stream string) *order.Line {
	l := r.lines[stream]
	if l == nil {
		l = order.NewLine(uint64(len(r.lines)), r.host)
		r.lines[stream] = l
	}
	return l
}

// operation enqueues work on a stream, or is a call of the host if that is empty. Each name has
// its own line of source.
func (r *rig) operation(stream, name string) checker.Operation {
	if r.sites[name] == 0 {
		r.sites[name] = caller.Site(len(r.sites) + 1)
	}
	o := checker.Operation{Name: name, Stream: stream, Site: r.sites[name]}
	if stream == "" {
		o.Stamp = r.host.Here()
		return o
	}
	r.line(stream).Next()
	o.Stamp = r.line(stream).Here()
	return o
}

// record returns what an event recorded on a stream now is ordered after.
func (r *rig) record(stream string) order.Stamp { return r.line(stream).Here() }

func (r *rig) wait(stream string, s order.Stamp) { r.line(stream).After(s) }

func (r *rig) synchronize(stream string) {
	s := r.record(stream)
	r.host.After(s)
	s.Release()
}

// at returns n bytes of device memory.
func at(addr, n uint64) checker.Range { return checker.Range{Addr: addr, Size: n} }

func pinned(addr, n uint64) checker.Range {
	return checker.Range{Space: checker.Host, Addr: addr, Size: n}
}

func (r *rig) malloc(stream, name string, m checker.Range) {
	o := r.operation(stream, name)
	r.Allocated(checker.Block{Range: m, Rounded: (m.Size + 63) / 64 * 64, Pool: "pool"}, o)
	o.Stamp.Release()
}

func (r *rig) free(stream, name string, m checker.Range, after ...order.Stamp) {
	o := r.operation(stream, name)
	r.found = append(r.found, r.Freed(m, o, after)...)
	o.Stamp.Release()
}

func (r *rig) use(stream, name string, mode hazard.Access, m checker.Range) {
	r.enqueue(stream, name, checker.Access{Range: m, Mode: mode})
}

func (r *rig) write(stream, name string, m checker.Range) { r.use(stream, name, hazard.Write, m) }

func (r *rig) read(stream, name string, m checker.Range) { r.use(stream, name, hazard.Read, m) }

// launch is a kernel whose arguments have modes.
func (r *rig) launch(stream, name string, all ...checker.Access) {
	for i := range all {
		all[i].Argument = i + 1
	}
	r.enqueue(stream, name, all...)
}

func (r *rig) enqueue(stream, name string, all ...checker.Access) {
	r.hand(r.operation(stream, name), all...)
}

// seen hands the accesses of an operation in that was enqueued earlier.
func (r *rig) seen(o checker.Operation, all ...checker.Access) {
	if r.forget {
		r.Forget()
	}
	r.hand(o, all...)
}

func (r *rig) hand(o checker.Operation, all ...checker.Access) {
	r.found = append(r.found, r.Access(o, all)...)
	o.Stamp.Release()
}

// text describes a finding: the kind, both operations, and what they have in common.
func text(f checker.Finding) string {
	s := fmt.Sprintf("%s: %s, %s", f.Kind, f.First.Name, f.Second.Name)
	if f.Size > 0 {
		s += fmt.Sprintf(" [%d+%d]", f.From, f.Size)
	}
	if f.Known > 0 {
		s += fmt.Sprintf(" up to %d", f.Known)
	}
	return s
}

func texts(all []checker.Finding) []string {
	s := []string{}
	for _, f := range all {
		s = append(s, text(f))
	}
	return s
}
