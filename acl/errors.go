// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// Classes of errors. Every error of this module is one of these for errors.Is, or comes
// from the caller's own context.Context.
var (
	// ErrOutOfMemory is too little device or pinned memory.
	ErrOutOfMemory = errclass.OutOfMemory
	// ErrInvalid is an error of the caller; nothing has changed.
	ErrInvalid = errclass.Invalid
	// ErrNotSupported is something that the build, the library, the release or the
	// product does not have.
	ErrNotSupported = errclass.NotSupported
	// ErrTimeout is a wait that took too long. It is also os.ErrDeadlineExceeded.
	ErrTimeout = errclass.Timeout
	// ErrClosed is the use of an object after its Close. It is also os.ErrClosed.
	ErrClosed = errclass.Closed
	// ErrBusy is a Close while something below still lives, or a call still waits; the
	// object stays usable.
	ErrBusy = errclass.Busy
	// ErrDevice is work of the device that has failed, or a stream, context or device that a
	// failure has stopped.
	ErrDevice = errclass.Device
	// ErrNotRecorded is an event that no stream has recorded. It is also ErrInvalid.
	ErrNotRecorded = errclass.NotRecorded
	// ErrNotReady is an event that has not happened yet. It is also ErrInvalid.
	ErrNotReady = errclass.NotReady
	// ErrNoTiming is an event made without time stamps. It is also ErrInvalid.
	ErrNoTiming = errclass.NoTiming
	// ErrHazard is a violation of stream order, in a program that has such calls fail. The
	// error is a [*hazard.Error].
	ErrHazard = errclass.Hazard
)

// Error is a failed call into the ACL runtime.
type Error struct {
	Op   string // C function
	Code Code   // aclError value
	Msg  string // text that the runtime kept for this failure, may be empty
}

// Error returns the C function, the code by name and number, and the text.
func (e *Error) Error() string {
	if driver.Code(e.Code) == driver.CodeNoSymbol {
		return fmt.Sprintf("acl: %s: the loaded library does not have this function", e.Op)
	}
	s := fmt.Sprintf("acl: %s: %s (%d)", e.Op, e.Code, int32(e.Code))
	if msg, _ := gokernel.CutStack(e.Msg); msg != "" {
		s += ": " + msg
	}
	return s
}

// Format prints the error for the verbs of package fmt. With %+v the stack of a kernel in
// Go that panicked follows the text.
func (e *Error) Format(f fmt.State, verb rune) {
	if _, stack := gokernel.CutStack(e.Msg); verb == 'v' && f.Flag('+') && stack != "" {
		fmt.Fprintf(f, "%s\n%s", e.Error(), stack)
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}

// withStack returns an error that is err, and with %+v prints the stack that an Error in it
// prints. Packages above acl have internal/aclerr.
func withStack(err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		_, stack := gokernel.CutStack(e.Msg)
		return gokernel.WithStack(err, stack)
	}
	return err
}

// Unwrap returns the code, whose Is method reports its class.
func (e *Error) Unwrap() error { return e.Code }

// errorOf returns the error of a call, nil for a call that succeeded. Packages above acl
// have internal/aclerr.
func errorOf(op string, st driver.Status) error {
	if st.OK() {
		return nil
	}
	return &Error{Op: op, Code: Code(st.Code), Msg: st.Msg}
}

// IsWarning reports whether err is a warning of ACL about work that has completed: a float
// overflowed, a data source came to its end, or a model left early on purpose. Synchronize
// and Query of streams, events and devices return such errors, and Close of a stream. The
// results are there and the stream stays usable; whether they are good is for the program
// to decide. A warning belongs to none of the classes above; errors.AsType[*Error] gives
// its code.
func IsWarning(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && core.Completed(driver.Status{Code: driver.Code(e.Code)})
}
