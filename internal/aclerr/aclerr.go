// SPDX-License-Identifier: Apache-2.0

// Package aclerr makes errors of failed ACL calls for the packages above acl.
package aclerr

import (
	"errors"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// Of returns the error of a call of the C function op, an [*acl.Error], or nil if the
// call succeeded.
func Of(op string, st driver.Status) error {
	if st.OK() {
		return nil
	}
	return &acl.Error{Op: op, Code: acl.Code(st.Code), Msg: st.Msg}
}

// WithStack returns an error that is err, and with %+v prints the stack of a kernel in Go whose
// panic err reports, as [*acl.Error] does. It returns err itself if there is none.
func WithStack(err error) error {
	if e, ok := errors.AsType[*acl.Error](err); ok {
		_, stack := gokernel.CutStack(e.Msg)
		return gokernel.WithStack(err, stack)
	}
	return err
}
