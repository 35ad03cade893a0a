// SPDX-License-Identifier: Apache-2.0

// Package errclass defines the classes of errors that all packages of the module return.
// Package acl exports them. They are defined here because packages below acl need them too.
package errclass

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Classes of errors, for use with errors.Is.
var (
	OutOfMemory  = errors.New("out of memory")
	Invalid      = errors.New("invalid argument")
	NotSupported = errors.New("not supported")
	Timeout      = within("timeout", os.ErrDeadlineExceeded)
	Closed       = within("closed", os.ErrClosed)
	Busy         = errors.New("busy")
	Device       = errors.New("device failed")
	NotRecorded  = within("event not recorded", Invalid)
	NotReady     = within("event not ready", Invalid)
	NoTiming     = within("event has no timing", Invalid)
	Hazard       = errors.New("violation of stream order")
)

// narrow is a class that belongs to a wider one: errors.Is matches both.
type narrow struct {
	text  string
	wider error
}

func within(text string, wider error) error { return &narrow{text, wider} }

func (n *narrow) Error() string        { return n.text }
func (n *narrow) Is(target error) bool { return target == n.wider }

// Ended returns the error of a context that has ended, or nil. A deadline is also [Timeout].
func Ended(ctx context.Context) error {
	err := ctx.Err()
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", Timeout, err)
	}
	return err
}
