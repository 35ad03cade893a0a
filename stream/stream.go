// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Config says how a stream works. The zero value is an ordinary stream.
type Config struct {
	Name     string   // for errors and reports; empty is made from a number
	Priority Priority // zero is PriorityDefault

	FastLaunch    bool // reserve resources up front: launches are quicker and take more memory
	FastSync      bool // spin in Synchronize: it is quicker and burns a core of the host
	StopOnFailure bool // a failed task stops all streams of the device's context; see Failures above
}

// Stream is an ordered queue of work on one device. Its methods are safe for concurrent
// use. Close it when its work is done.
type Stream opaque.Stream

// inner returns the inner stream, nil for a nil or zero Stream.
func (s *Stream) inner() *core.Stream { return (*opaque.Stream)(s).Inner() }

// state returns what this package keeps for the stream.
func (s *Stream) state() *state { return (*opaque.Stream)(s).State().(*state) }

// state is the inner state; the registry points here.
type state struct {
	core      *core.Stream
	staging   staging
	destroyed bool // guarded by closing, which one goroutine does at a time
}

// New makes a stream on a device. No device and a priority out of range are
// [acl.ErrInvalid], a closed device is [acl.ErrClosed].
//
// Source: aclrtCreateStream, aclrtCreateStreamWithConfig, aclrtSetStreamFailureMode,
// acl_rt.h.
func New(dev *acl.Device, cfg Config) (*Stream, error) {
	d := (*opaque.Device)(dev)
	if d.Inner() == nil {
		return nil, fmt.Errorf("stream: make %s: no device: %w", core.Named(cfg.Name, "a stream"), acl.ErrInvalid)
	}
	st, err := create(d.Inner(), cfg)
	if err != nil {
		return nil, fmt.Errorf("stream: make %s: %w", core.Named(cfg.Name, "a stream"), err)
	}
	return publish(d, st), nil
}

// publish makes the public stream of an inner one.
func publish(d *opaque.Device, st *state) *Stream {
	s := (*Stream)(opaque.NewStream(st.core, d, st))
	core.Watch(st.core.Device.Runtime, s, st.core.Node)
	return s
}

func create(d *core.Device, cfg Config) (*state, error) {
	st := &state{staging: newStaging()}
	err := core.Create(d, func() (driver.Stream, error) { return createHandle(d, cfg) },
		func(h driver.Stream) error {
			if cfg.StopOnFailure {
				status := d.Driver.SetStreamFailureMode(d.Context, h, driver.StopOnFailure)
				if err := aclerr.Of("aclrtSetStreamFailureMode", status); err != nil {
					return err
				}
			}
			return st.register(d, h, cfg.Name, false)
		},
		func(h driver.Stream) error {
			return aclerr.Of("aclrtDestroyStream", d.Driver.DestroyStream(d.Context, h))
		})
	if err != nil {
		return nil, err
	}
	return st, nil
}

// register puts the stream into the tree of live objects. A foreign stream was made by
// other code.
func (st *state) register(d *core.Device, h driver.Stream, name string, foreign bool) error {
	_, err := d.AddStream(h, name, func(c *core.Stream) lifetime.Closer {
		c.Foreign, st.core = foreign, c
		return st.force
	})
	return err
}

// createHandle takes the plain call where nothing is asked for, as any release has it.
func createHandle(d *core.Device, cfg Config) (driver.Stream, error) {
	priority, err := cfg.Priority.number()
	if err != nil {
		return 0, err
	}
	var flags uint32
	if cfg.FastLaunch {
		flags |= driver.StreamFastLaunch
	}
	if cfg.FastSync {
		flags |= driver.StreamFastSync
	}
	if cfg.Priority == PriorityDefault && flags == 0 {
		h, st := d.Driver.CreateStream(d.Context)
		return h, aclerr.Of("aclrtCreateStream", st)
	}
	h, st := d.Driver.CreateStreamWithConfig(d.Context, priority, flags)
	return h, aclerr.Of("aclrtCreateStreamWithConfig", st)
}

// errNone is the error of an argument that is a nil or zero Stream.
var errNone = fmt.Errorf("no stream: %w", acl.ErrInvalid)

// Name returns the name from the Config, or the one made from a number.
func (s *Stream) Name() string { return s.inner().Name }

// Device returns the device that the stream was made on.
func (s *Stream) Device() *acl.Device { return (*acl.Device)((*opaque.Stream)(s).Device()) }

// String returns the name of the stream and its device.
func (s *Stream) String() string {
	c := s.inner()
	return fmt.Sprintf("stream %q on device %d", c.Name, c.Device.ID)
}
