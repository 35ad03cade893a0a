// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
)

// InContext runs f. Where the driver's current context belongs to the OS thread, the
// goroutine is locked to its thread meanwhile, with the device's context current.
func (d *Device) InContext(f func()) driver.Status {
	if b, ok := driver.As[driver.Binder](d.Driver); ok {
		return b.InContext(d.Context, f)
	}
	f()
	return driver.Status{}
}

// Enqueue runs f, which may enqueue on the stream by other means than this module, with
// the stream locked and the context of its device current. It counts as one piece of work
// even if f fails or panics, since f may have enqueued before that.
func (s *Stream) Enqueue(f func() error) (driver.Status, error) {
	if err := s.Lock(); err != nil {
		return driver.Status{}, err
	}
	defer s.Unlock()
	var err error
	st := s.Device.InContext(func() {
		s.Note()
		s.Device.UnseenWork()
		err = f()
	})
	return st, err
}

// deviceOnly are the flags of streams that the host cannot wait for: a synchronize or a
// query succeeds at once, whatever the stream has still to do.
const deviceOnly = driver.StreamPersistent | driver.StreamCPUSchedule | driver.StreamDeviceUseOnly

// CheckForeign checks a stream that other code has made. It fails with errclass.Invalid for
// one that cannot be waited for, if the driver reports that, and for one that is known
// already. The status is that of the C function op.
func (d *Device) CheckForeign(h driver.Stream) (op string, st driver.Status, err error) {
	for _, s := range d.Streams() {
		if s.Handle == h {
			return "", st, fmt.Errorf("it is stream %q already: %w", s.Name, errclass.Invalid)
		}
	}
	const getFlags = "aclrtStreamGetFlags"
	i, ok := driver.As[driver.Inspector](d.Driver)
	if !ok {
		return "", st, nil
	}
	flags, st := i.StreamFlags(d.Context, h)
	switch {
	case st.Code == driver.CodeNoSymbol:
		return "", driver.Status{}, nil
	case !st.OK():
		return getFlags, st, nil
	case flags&deviceOnly != 0:
		return "", st, fmt.Errorf("its flags are %#x: the host cannot wait for a stream that is persistent, or scheduled by the device: %w", flags, errclass.Invalid)
	}
	return "", st, nil
}
