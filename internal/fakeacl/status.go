// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Ids that the runtime's texts begin with.
const (
	badArgument  = "EE1003"
	nullArgument = "EE1004"
	unsupported  = "EE1016"
	badHandle    = "EE1017"
	badOrder     = "EE1018"
	noResource   = "EE1023"
)

// fail makes the outcome of a failed call: the code, and a text that begins with the id
// and the C function.
func fail(code driver.Code, id, op, format string, args ...any) driver.Status {
	return driver.Fail(code, id+": "+op+": "+fmt.Sprintf(format, args...))
}

// null returns the status that the acl layer has for a NULL argument.
func null(op, name string) driver.Status {
	return fail(driver.InvalidParam, nullArgument, op, "%s is NULL", name)
}

// stale returns a handle that is not, or no longer, an object.
func stale(op, what string, h handle) driver.Status {
	return fail(driver.RTInvalidHandle, badHandle, op, "%#x is no %s of this device, or no longer", uint64(h), what)
}

// noPools returns every pool call of a product without pools.
func noPools(op, product string) driver.Status {
	return fail(driver.RTFeatureNotSupport, unsupported, op, "%s has no stream-ordered memory pools", product)
}
