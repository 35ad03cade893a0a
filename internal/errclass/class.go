// SPDX-License-Identifier: Apache-2.0

// Package errclass holds the classes of errors that every layer speaks of. Package acl
// gives them to users; they stand here because the layers below acl fail with them too.
package errclass

import (
	"errors"
	"os"
)

// Classes of errors, for errors.Is.
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
)

// narrow is a class inside a wider one: it is both for errors.Is.
type narrow struct {
	text  string
	wider error
}

func within(text string, wider error) error { return &narrow{text, wider} }

func (n *narrow) Error() string        { return n.text }
func (n *narrow) Is(target error) bool { return target == n.wider }
