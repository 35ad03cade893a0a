// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
)

// library is the driver of a loaded ACL library.
type library interface {
	driver.API
	// Reset discards the simulated machine of the library. It returns driver.CodeNoSymbol
	// on a library that does not simulate.
	Reset() driver.Status
}

// librarySimulates records whether the library of the process simulates its devices.
var librarySimulates atomic.Bool

// libraryMachine is the library of the process while one test uses it.
type libraryMachine struct {
	rt      *core.Runtime
	library library
	restore []func() // restores the environment
	held    bool     // the test uses the library
}

var _ host = (*libraryMachine)(nil)

// newLibraryMachine resets the library of the process for one test. The test fails if the
// library cannot be loaded.
func newLibraryMachine(t testing.TB, cfg sim.Config) *libraryMachine {
	t.Helper()
	if inBubble() { // a skip would let the outer test pass
		t.Fatal("acltest: time is fake inside testing/synctest, and an ACL library does not follow it: call RequireGoMachine before synctest.Test")
	}
	lib, err := loadLibrary()
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	variables, ok := variablesOf(cfg)
	if !ok {
		RequireGoMachine(t)
	}
	acquire(t)
	m := &libraryMachine{library: lib, held: true}
	for name, value := range variables {
		m.restore = append(m.restore, setenv(name, value))
	}
	st := lib.Reset()
	librarySimulates.Store(st.Code != driver.CodeNoSymbol)
	if st.Code == driver.CodeNoSymbol && len(variables) > 0 {
		m.release()
		t.Skipf("acltest: %s does not simulate, and the test asks for %+v", lib.Describe(), cfg)
	}
	if st.OK() || st.Code == driver.CodeNoSymbol {
		st = lib.Init("")
	}
	if !st.OK() && st.Code != driver.RepeatInitialize {
		m.release()
		t.Fatalf("acltest: %v", aclerr.Of("aclInit", st))
	}
	m.rt = core.NewRuntime(faultdriver.NewIdle(lib), nil, true)
	m.rt.Hazards = (*core.Hazards)(nil).And(cfg.Hazards)
	return m
}

// release restores the environment and lets the next test use the library. A second call is a
// no-op.
func (m *libraryMachine) release() {
	if !m.held {
		return
	}
	m.held = false
	for _, restore := range m.restore {
		restore()
	}
	release()
}

func (m *libraryMachine) Open(id int) (*acl.Device, error) {
	if m.rt.Root.Closed() {
		return nil, fmt.Errorf("acltest: open device %d: the machine: %w", id, acl.ErrClosed)
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
	defer m.release()
	if st := m.library.Reset(); !st.OK() && st.Code != driver.CodeNoSymbol {
		return fmt.Errorf("reset the library: %w", aclerr.Of("aclpoolSimReset", st))
	}
	return nil
}
