// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/driver"
)

// fail returns the error of a call, or nil if it succeeded.
func fail(op string, st driver.Status) error { return aclerr.Of(op, st) }

// codeOf returns the code of a failed call of ACL, or 0 for another error.
func codeOf(err error) driver.Code {
	if e, ok := errors.AsType[*acl.Error](err); ok {
		return driver.Code(e.Code)
	}
	return 0
}
