// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/pool/probe"
	"github.com/ascend-go/aclpool/mempool"
)

// ability is something that engines and releases do differently. Its text is a row of the
// table.
type ability string

// Abilities in the order of the table.
const (
	defaultReuse     ability = "opens with the default Reuse"
	granuleBytes     ability = "bytes that one byte takes"
	sameStream       ability = "reuse inside a stream"
	behindEvent      ability = "reuse behind an event"
	behindChain      ability = "reuse behind a chain of two events"
	behindHost       ability = "reuse behind a wait of the host"
	completedOnly    ability = "opportunistic reuse, completed frees"
	gamble           ability = "opportunistic reuse, any free"
	internalWait     ability = "reuse with an internal wait"
	ownerFreed       ability = "what another stream has freed is for"
	restOfSplit      ability = "rest of a split block is for"
	closedStream     ability = "memory of a closed stream is for all"
	synchronizeTrims ability = "exact release at a synchronize"
	trimsExactly     ability = "exact trims beside live blocks"
	trimsAround      ability = "trims around pending frees"
)

var abilities = []ability{
	defaultReuse, granuleBytes, sameStream, behindEvent, behindChain, behindHost, completedOnly, gamble, internalWait,
	ownerFreed, restOfSplit, closedStream, synchronizeTrims, trimsExactly, trimsAround,
}

// report is what a run has observed.
type report struct {
	device  []string
	probe   []string
	columns []*column
}

// column is what was observed of one engine.
type column struct {
	engine mempool.Engine
	is     string // the engine of its pools, and why it was chosen
	note   string // why it does not open with the default Reuse
	seen   map[ability]string
}

func (r *report) column(e mempool.Engine) *column {
	c := &column{engine: e, is: "not found out", seen: map[ability]string{}}
	r.columns = append(r.columns, c)
	return c
}

func (c *column) set(a ability, what string) { c.seen[a] = what }

func (c *column) yesNo(a ability, yes bool) {
	if yes {
		c.set(a, "yes")
	} else {
		c.set(a, "no")
	}
}

// chosen notes the engine. What is missing of ACL's pools is in the part of the probe.
func (c *column) chosen(info mempool.EngineInfo) {
	c.is = fmt.Sprintf("%s: %s", info.Engine, info.Reason)
	if len(info.Missing) > 0 {
		c.is += "; guarded"
	}
}

func (c *column) unsupported(err error) {
	c.is = "not supported: " + err.Error()
	clear(c.seen)
}

// describe determines what the device is and prints it at once, so that a run that crashes
// has printed that much.
func (r *report) describe(t *testing.T, dev *acl.Device) {
	mem, err := dev.MemInfo()
	ok(t, err)
	calls := fmt.Sprintf("all %d", len(poolCalls))
	if missing := missingCalls(dev); len(missing) > 0 {
		calls = fmt.Sprintf("%d of %d; missing: %s", len(poolCalls)-len(missing), len(poolCalls), strings.Join(missing, ", "))
	}
	r.device = []string{
		fmt.Sprintf("device     %d of %s", dev.ID(), dev.Backend()),
		fmt.Sprintf("chip       %s", orUnknown(dev.SocName())),
		fmt.Sprintf("memory     %d MiB, %d MiB free", mem.Total>>20, mem.Free>>20),
		fmt.Sprintf("versions   %s", versions(dev)),
		fmt.Sprintf("pool calls %s", calls),
		fmt.Sprintf("streams    %s", holding(dev)),
	}
	for _, line := range r.device {
		fmt.Fprintln(t.Output(), "conformance:", line)
	}
	r.runProbe(dev)
}

// runProbe notes what ACL's pools do on the device, without anything that works around it.
func (r *report) runProbe(dev *acl.Device) {
	if len(missingCalls(dev)) > 0 {
		return
	}
	found, failure := probe.Of((*opaque.Device)(dev).Inner())
	if !failure.OK() {
		r.probe = []string{fmt.Sprintf("failed: %v", aclerr.Of(failure.Op, failure.Status))}
		return
	}
	for a, f := range found {
		confirmed := "confirmed"
		if !f.Confirmed {
			confirmed = "not confirmed: " + f.Reason
		}
		r.probe = append(r.probe, fmt.Sprintf("%-38s %s", mempool.Ability(a), confirmed))
	}
}

// versions returns the versions of the device's library, which may not be that of package
// acl.
func versions(dev *acl.Device) string {
	d := (*opaque.Device)(dev).Inner().Driver
	var parts []string
	if major, minor, patch, st := d.Version(); st.OK() {
		parts = append(parts, fmt.Sprintf("ACL interface %d.%d.%d", major, minor, patch))
	} else {
		parts = append(parts, fmt.Sprintf("ACL interface unknown (%v)", st.Code))
	}
	for _, pkg := range []string{"runtime", "driver"} {
		if v, st := d.VersionString(pkg); st.OK() {
			parts = append(parts, pkg+" "+orUnknown(v))
		} else {
			parts = append(parts, fmt.Sprintf("%s unknown (%v)", pkg, st.Code))
		}
	}
	return strings.Join(parts, "; ")
}

func holding(dev *acl.Device) string {
	if canHold(dev) {
		return "simulated: tests hold them"
	}
	return "cannot be held: tests keep them busy with copies"
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// print prints the whole report, with the description of the device.
func (r *report) print(out io.Writer) {
	line := func(format string, args ...any) { fmt.Fprintf(out, "conformance: "+format+"\n", args...) }
	line("---- report ----")
	for _, l := range r.device {
		line("%s", l)
	}
	for _, l := range r.probe {
		line("probe      %s", l)
	}
	for _, c := range r.columns {
		line("%-10s %s", c.engine, c.is)
		if c.note != "" {
			line("%-10s %s", "", c.note)
		}
	}
	line("Engines are observed with what works around ACL's pools; one that trims before it runs out seems to reuse more.")
	line("refused: the engine refuses the setting; -: not found out")
	for _, a := range abilities {
		cells := fmt.Sprintf("%-38s", a)
		for _, c := range r.columns {
			cells += fmt.Sprintf(" %s=%s", c.engine, c.cell(a))
		}
		line("%s", cells)
	}
	line("---- end of report ----")
}

func (c *column) cell(a ability) string {
	if what, ok := c.seen[a]; ok {
		return what
	}
	return "-"
}
