// SPDX-License-Identifier: Apache-2.0

// Package codes contains the return values of the ACL runtime, for programs that need one code
// and not its class:
//
//	if errors.Is(err, codes.RTStreamTaskFull) { … }
//
// For most decisions the classes of package acl are enough, such as [acl.ErrOutOfMemory]: they
// stay the same from release to release. The constants are named after the C constants without
// ACL_ERROR_, so RTParamInvalid is ACL_ERROR_RT_PARAM_INVALID.
package codes

import (
	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
)

// NoSymbol stands for a function that the loaded library does not have. It is a code of this
// module and not of ACL.
const NoSymbol = acl.Code(driver.CodeNoSymbol)
