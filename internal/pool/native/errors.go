// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/driver"
)

// fail returns the error of a failed call, nil for a call that succeeded.
func fail(op string, st driver.Status) error { return aclerr.Of(op, st) }

// codeOf returns the code of a failed call, 0 for other errors.
func codeOf(err error) driver.Code {
	if e, ok := errors.AsType[*acl.Error](err); ok {
		return driver.Code(e.Code)
	}
	return 0
}
