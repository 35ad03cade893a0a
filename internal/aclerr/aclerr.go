// SPDX-License-Identifier: Apache-2.0

// Package aclerr makes errors of failed ACL calls for the packages above acl.
package aclerr

import (
	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Of returns the error of a call of the C function op, an [*acl.Error], or nil if the
// call succeeded.
func Of(op string, st driver.Status) error {
	if st.OK() {
		return nil
	}
	return &acl.Error{Op: op, Code: acl.Code(st.Code), Msg: st.Msg}
}
