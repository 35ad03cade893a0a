// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// process is the runtime of this process, of which ACL allows one.
var process struct {
	mu     sync.Mutex
	rt     *core.Runtime // nil while ACL is not initialised
	refs   int           // calls of Init to take back; Open initialises without one
	config *string
}

// openDriver is the driver of this build, or one that a test has put in its place.
var openDriver = defaultDriver

// Option changes what [Init] does.
type Option func(*settings)

type settings struct {
	config  string
	log     *zap.Logger
	stacks  bool
	hazards func(hazard.Report)
}

// WithConfigFile has ACL read a JSON file. ACL allows one content for the whole life of
// a process.
//
// Source: configPath of aclInit, acl_rt.h.
func WithConfigFile(path string) Option { return func(s *settings) { s.config = path } }

// WithLogger sets the logger for which library was loaded, which of its signal handlers
// were repaired, and what leaks. Without it, and with nil, nothing is logged.
func WithLogger(log *zap.Logger) Option { return func(s *settings) { s.log = log } }

// WithLeakStacks makes every object keep the stack of the call that made it, for reports
// of leaks. It costs a few microseconds and some kilobytes an object.
func WithLeakStacks() Option { return func(s *settings) { s.stacks = true } }

// WithHazards checks the program's uses of memory against the order of its streams, on every
// device, and calls f for each violation, once for each kind and pair of lines of the program.
// Package hazard describes what is checked. f is called by the goroutine whose call violates the
// order, with streams locked: it must return quickly, and must not call a method of a device,
// stream, event, pool or block. The checks take microseconds a call.
//
// The variable ACLPOOL_HAZARDS switches the checks on without a change of the program.
func WithHazards(f func(hazard.Report)) Option { return func(s *settings) { s.hazards = f } }

// Init loads the driver of this build and initialises ACL. Calls are counted, and each
// needs a [Shutdown]; the options of the first are used, and none once [Open] has
// initialised ACL. A program that only calls [Open] need not call Init. When other
// code in the process has initialised ACL, Init succeeds and Shutdown leaves ACL running. It
// fails with [ErrNotSupported] when the build or the machine has no device, and the error
// lists what was tried. It is safe for concurrent use.
//
// Source: aclInit, acl_rt.h.
func Init(opts ...Option) error {
	process.mu.Lock()
	defer process.mu.Unlock()
	if err := initLocked(opts...); err != nil {
		return err
	}
	process.refs++
	return nil
}

func initLocked(opts ...Option) error {
	if process.rt != nil {
		return nil
	}
	var s settings
	for _, o := range opts {
		if o != nil {
			o(&s)
		}
	}
	// A first file and no file later abort the process inside ACL.
	if process.config != nil && *process.config != s.config {
		return fmt.Errorf("acl: init with config file %q after %q: ACL keeps the first for the life of the process: %w",
			s.config, *process.config, ErrInvalid)
	}
	hazards, err := core.HazardsFromEnvironment(s.log)
	if err != nil {
		return fmt.Errorf("acl: init: %w", err)
	}
	d, err := openDriver(s.log)
	if err != nil {
		return err
	}
	st := d.Init(s.config)
	if !st.OK() && st.Code != driver.RepeatInitialize {
		return errorOf("aclInit", st)
	}
	process.rt = core.NewRuntime(d, s.log, s.stacks)
	process.rt.Hazards = hazards.And(s.hazards)
	process.rt.Owner = st.OK() // else aclInit returned "already initialised"
	process.config = &s.config
	return nil
}

// runtimeOfProcess initialises ACL on first use.
func runtimeOfProcess() (*core.Runtime, error) {
	process.mu.Lock()
	defer process.mu.Unlock()
	if err := initLocked(); err != nil {
		return nil, err
	}
	return process.rt, nil
}

// Shutdown takes back one [Init]; the last one finalises ACL if this process's aclpool
// initialised it. While anything lives it fails with [ErrBusy], changes nothing, and the
// error names up to 8 objects, on which device they live, and with [WithLeakStacks] where
// they were made. A Shutdown too many does nothing. It is the last
// act of a program; no object can be used after it.
//
// Source: aclFinalizeReference, aclFinalize, acl_rt.h.
func Shutdown(ctx context.Context) error {
	if err := core.Ended(ctx); err != nil {
		return fmt.Errorf("acl: shutdown: %w", err)
	}
	process.mu.Lock()
	defer process.mu.Unlock()
	if process.refs > 1 {
		process.refs--
		return nil
	}
	return finalizeLocked(ctx)
}

// finalizeLocked ends the runtime of the process if nothing lives in it.
func finalizeLocked(ctx context.Context) error {
	if process.rt == nil {
		return nil
	}
	if err := process.rt.Root.Close(finalize); err != nil {
		return fmt.Errorf("acl: shutdown: %w", err)
	}
	d := process.rt.Driver
	process.rt, process.refs = nil, 0
	if c, ok := d.(io.Closer); ok { // a simulated machine, which is made anew by the next Init
		return core.End(ctx, "the close of the simulated machine", c.Close)
	}
	return nil
}

// finalize lowers ACL's own count where the release can do that, since our aclInit
// raised it even when it was not the first; otherwise only the owner may finalize.
func finalize() error {
	d := process.rt.Driver
	var err error
	if d.Has("aclFinalizeReference") {
		_, st := d.FinalizeReference()
		err = errorOf("aclFinalizeReference", st)
	} else if process.rt.Owner {
		err = errorOf("aclFinalize", d.Finalize())
	}
	if errors.Is(err, Code(driver.RepeatFinalize)) { // other code has finalised already
		return nil
	}
	return err
}

// ShutdownForce closes everything that lives, in the only safe order, and finalises
// ACL whatever the count of [Init]. It waits for running work until ctx ends; a device
// that has not finished by then keeps its memory, its objects are marked closed, it is
// reset when this process's aclpool initialised ACL, and the error says what was left. A
// reset that does not return either, because a kernel never ends, is waited for one second
// more.
//
// Source: aclrtSynchronizeDevice, aclrtResetDeviceForce, aclFinalize, acl_rt.h.
func ShutdownForce(ctx context.Context) error {
	process.mu.Lock()
	defer process.mu.Unlock()
	if process.rt == nil {
		return nil
	}
	err := process.rt.Root.ForceChildren(ctx)
	return errors.Join(err, finalizeLocked(ctx))
}
