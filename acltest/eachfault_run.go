// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// faultRun is one run of a scenario on a device of its own.
type faultRun struct {
	t       *testing.T
	call    faultCall // that fails; zero for none
	machine *Machine
	dev     *acl.Device
	memory  acl.MemInfo // at the start
	watch   *watch
	stop    func() // ends the watch
}

// newFaultRun makes a device, and the call on it fail.
func newFaultRun(t *testing.T, cfg FaultConfig, call faultCall) *faultRun {
	t.Helper()
	if err := checkAsked(); err != nil {
		t.Fatalf("acltest: %v", err)
	}
	r := &faultRun{t: t, call: call, machine: newMachine(t, cfg.Machine)}
	dev, err := r.machine.Open(0)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	r.dev, r.memory = dev, r.memInfo(dev)
	faults, ok := driver.As[*faultdriver.Driver](r.machine.rt.Driver)
	if !ok {
		t.Fatalf("acltest: no call of %s can be made to fail", r.dev.Backend())
	}
	r.watch, r.stop = watchCalls(faults, call, cfg.codeOf(call.function))
	return r
}

// run runs the scenario and checks what it has left.
func (r *faultRun) run(scenario func(testing.TB, *acl.Device) error) {
	r.t.Helper()
	a := &attempt{TB: r.t}
	var err error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.do(func() { err = scenario(a, r.dev) })
	}()
	select {
	case <-ended:
	case <-time.After(patience):
		r.stop()
		r.t.Fatalf("acltest: the scenario has not ended after %v", patience)
	}
	r.watch.rest()
	texts := a.texts()
	if err != nil {
		texts = append([]string{err.Error()}, texts...)
	}
	r.checkError(texts, a.Failed())
	r.checkLeftOpen()
	r.checkDevice()
	r.stop()
	r.end()
	if a.Skipped() {
		r.t.SkipNow()
	}
}

// end closes the device and the machine.
func (r *faultRun) end() {
	r.t.Helper()
	if err := r.dev.Close(context.Background()); err != nil {
		r.t.Errorf("acltest: %v", err)
	}
	closeMachine(r.t, r.machine)
}

// checkError checks that the first text of a failure names the call and its code.
func (r *faultRun) checkError(texts []string, failed bool) {
	r.t.Helper()
	if failed && len(texts) == 0 {
		texts = []string{"the scenario has failed without a text"}
	}
	if len(texts) == 0 {
		return
	}
	fired, _ := r.watch.outcome()
	if !fired {
		r.t.Errorf("acltest: the scenario fails, and no call has: %s", strings.Join(texts, "\n"))
	} else if !strings.Contains(texts[0], r.call.function) || !strings.Contains(texts[0], r.watch.code.String()) {
		r.t.Errorf("acltest: the error does not name the call that has failed, %s with %s: %s", r.call, r.watch.code, texts[0])
	}
}

// checkLeftOpen checks that nothing is open, unless its Close or its Free has failed, and closes
// that.
func (r *faultRun) checkLeftOpen() {
	r.t.Helper()
	left := leftOpen(r.machine)
	left = slices.DeleteFunc(left, func(o lifetime.Info) bool { return o.Kind == lifetime.Device })
	if _, releasing := r.watch.outcome(); !releasing {
		for _, o := range left {
			r.t.Errorf("acltest: %s %q was left open%s%s", o.Kind, o.Name, r.after(), madeAt(o))
		}
	}
	if len(left) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := (*opaque.Device)(r.dev).Inner().Node.ForceBelow(ctx, false); err != nil {
		r.t.Errorf("acltest: what was left open%s cannot be closed: %v", r.after(), err)
	}
}

// checkDevice checks that ACL has destroyed what it has created, and that the device works and has
// its memory.
func (r *faultRun) checkDevice() {
	r.t.Helper()
	if (*opaque.Device)(r.dev).Inner().Node.Closed() {
		return
	}
	if err := tryDevice(r.dev); err != nil {
		r.t.Errorf("acltest: the device does not work%s: %v", r.after(), err)
	}
	for _, text := range r.watch.undestroyed() {
		r.t.Errorf("acltest: an object of ACL leaks%s: %s", r.after(), text)
	}
	if now := r.memInfo(r.dev); Simulated(r.dev) && now != r.memory {
		r.t.Errorf("acltest: the device has %d bytes free%s: want %d, as before", now.Free, r.after(), r.memory.Free)
	}
}

// after says after what something is so.
func (r *faultRun) after() string {
	if fired, _ := r.watch.outcome(); !fired {
		return ""
	}
	return fmt.Sprintf(" after %s has failed", r.call)
}

func (r *faultRun) memInfo(dev *acl.Device) acl.MemInfo {
	r.t.Helper()
	info, err := dev.MemInfo()
	if err != nil {
		r.t.Errorf("acltest: %v", err)
	}
	return info
}
