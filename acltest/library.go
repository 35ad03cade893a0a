// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
)

// onLibrary reports whether tests run on an ACL library: one that ACLPOOL_LIBRARY names,
// or, with ACLPOOL_TEST_DEVICE=library, one that is found. A build with the tag fakeacl
// has none, whatever the variables say.
func onLibrary() bool {
	return mayLoad && (os.Getenv("ACLPOOL_LIBRARY") != "" || os.Getenv("ACLPOOL_TEST_DEVICE") == "library")
}

// checkAsked refuses a wish for a device that would go unheard: a run that is meant for
// hardware must not pass on a simulated machine.
func checkAsked() error {
	switch asked := os.Getenv("ACLPOOL_TEST_DEVICE"); {
	case asked == "":
		return nil
	case asked != "library":
		return fmt.Errorf("ACLPOOL_TEST_DEVICE is %q: want library, or unset it for simulated machines in Go", asked)
	case !mayLoad:
		return errors.New("ACLPOOL_TEST_DEVICE asks for an ACL library, and a build with the tag fakeacl loads none: test without the tag")
	}
	return nil
}

// NeedsMachine skips a test that needs a simulated machine in Go, when the tests run on an
// ACL library: one that runs on fake time, looks inside a machine, or has several. A test
// inside testing/synctest calls it before the bubble begins.
func NeedsMachine(t testing.TB) {
	t.Helper()
	if onLibrary() {
		t.Skip("acltest: the tests run on an ACL library, and this one needs a simulated machine in Go")
	}
}

// library is the driver of a loaded ACL library.
type library interface {
	driver.API
	// Reset throws the simulated machine of the library away. It is driver.CodeNoSymbol on
	// one that simulates nothing.
	Reset() driver.Status
}

// librarySimulates tells that the library of the process has been found to simulate its
// devices.
var librarySimulates atomic.Bool

// libraryMachine is the machine of the process, as one test has it.
type libraryMachine struct {
	rt      *core.Runtime
	library library
	restore []func() // the environment
	held    bool     // the test has the machine
}

var _ Host = (*libraryMachine)(nil)

// holder is the test that has the machine of the process. The others wait for it.
var holder struct {
	machine sync.Mutex

	mu   sync.Mutex
	name string
}

// newLibraryMachine makes the machine of the process anew for one test. A library that
// does not load fails the test.
func newLibraryMachine(t testing.TB, cfg sim.Config) *libraryMachine {
	t.Helper()
	if inBubble() { // where skipping makes the test around it pass
		t.Fatal("acltest: time is fake here, which no ACL library knows of: call NeedsMachine before synctest.Test")
	}
	lib, err := loadLibrary()
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	variables, ok := variablesOf(cfg)
	if !ok {
		NeedsMachine(t)
	}
	acquire(t)
	m := &libraryMachine{library: lib, held: true}
	for name, value := range variables {
		m.restore = append(m.restore, setenv(name, value))
	}
	st := lib.Reset()
	librarySimulates.Store(st.Code != driver.CodeNoSymbol)
	if st.Code == driver.CodeNoSymbol && len(variables) > 0 {
		m.letGo()
		t.Skipf("acltest: %s is what it is, and the test asks for %+v", lib.Describe(), cfg)
	}
	if st.OK() || st.Code == driver.CodeNoSymbol {
		st = lib.Init("")
	}
	if !st.OK() && st.Code != driver.RepeatInitialize {
		m.letGo()
		t.Fatalf("acltest: %v", aclerr.Of("aclInit", st))
	}
	m.rt = core.NewRuntime(lib, nil, true)
	return m
}

// acquire waits until the test has the machine of the process. A test that has it already
// asks for a second one, which there is not.
func acquire(t testing.TB) {
	t.Helper()
	holder.mu.Lock()
	name := holder.name
	holder.mu.Unlock()
	if name != "" && strings.HasPrefix(t.Name()+"/", name+"/") {
		NeedsMachine(t)
	}
	holder.machine.Lock()
	holder.mu.Lock()
	holder.name = t.Name()
	holder.mu.Unlock()
}

// letGo lets the next test have the machine, once.
func (m *libraryMachine) letGo() {
	if !m.held {
		return
	}
	m.held = false
	for _, restore := range m.restore {
		restore()
	}
	holder.mu.Lock()
	holder.name = ""
	holder.mu.Unlock()
	holder.machine.Unlock()
}

// runtimeOf returns the runtime of a machine that this package has made.
func runtimeOf(h Host) *core.Runtime {
	if m, ok := h.(*libraryMachine); ok {
		return m.rt
	}
	return (*opaque.Machine)(h.(*sim.Machine)).Inner()
}

func (m *libraryMachine) Open(id int) (*acl.Device, error) {
	if m.rt.Root.Closed() {
		return nil, fmt.Errorf("acltest: open device %d: the test has let the library go: %w", id, acl.ErrClosed)
	}
	dev, err := opaque.OpenDevice(m.rt, id, nil)
	return (*acl.Device)(dev), err
}

func (m *libraryMachine) Close(context.Context) error {
	return m.rt.Root.Close(m.end)
}

func (m *libraryMachine) CloseForce(ctx context.Context) error {
	err := m.rt.Root.ForceChildren(ctx)
	m.rt.Root.Abandon()
	return errors.Join(err, m.end())
}

func (m *libraryMachine) end() error {
	if !m.held {
		return nil
	}
	defer m.letGo()
	if st := m.library.Reset(); !st.OK() && st.Code != driver.CodeNoSymbol {
		return fmt.Errorf("reset the library: %w", aclerr.Of("aclpoolSimReset", st))
	}
	return nil
}

// variablesOf says in variables what the library's machine is to be. It cannot be all that
// one in Go can.
func variablesOf(cfg sim.Config) (map[string]string, bool) {
	variables := map[string]string{}
	if cfg.Product != "" {
		variables["ACLPOOL_SIM_PRODUCT"] = string(cfg.Product)
	}
	if cfg.Devices != 0 {
		variables["ACLPOOL_SIM_DEVICES"] = strconv.Itoa(cfg.Devices)
	}
	if cfg.Memory != 0 {
		variables["ACLPOOL_SIM_MEMORY"] = strconv.FormatUint(cfg.Memory, 10)
	}
	if cfg.Behaviour != "" {
		variables["ACLPOOL_SIM_BEHAVIOUR"] = string(cfg.Behaviour)
	}
	return variables, cfg.SocName == "" && cfg.Pools == sim.PoolsAsProduct && cfg.Logger == nil
}

// setenv sets a variable, of C too, and answers how to take that back.
func setenv(name, value string) (restore func()) {
	before, was := os.LookupEnv(name)
	// The names are right, and values are made of digits and letters.
	_ = os.Setenv(name, value)
	return func() {
		if was {
			_ = os.Setenv(name, before)
		} else {
			_ = os.Unsetenv(name)
		}
	}
}

// inBubble reports whether time is fake: inside testing/synctest it begins in the year
// 2000. A call into C would stop the clock for good.
func inBubble() bool { return time.Now().Year() < 2020 }
