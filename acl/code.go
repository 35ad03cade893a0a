// SPDX-License-Identifier: Apache-2.0

package acl

import "github.com/ascend-go/aclpool/internal/driver"

// Code is a return value of the ACL runtime. The constants are named after the C
// constants without ACL_ERROR_: CodeRTParamInvalid is ACL_ERROR_RT_PARAM_INVALID.
//
// Source: aclError, acl_base_rt.h.
type Code int32

// CodeNoSymbol stands for a function that the loaded library does not have.
const CodeNoSymbol = Code(driver.CodeNoSymbol)

// String returns the C name, or the number of a code without a known name.
func (c Code) String() string { return driver.Code(c).String() }

// Error is String: a code is an error of its class.
func (c Code) Error() string { return c.String() }

// Is reports whether c belongs to the class target.
func (c Code) Is(target error) bool {
	cl, ok := classes[c]
	if !ok {
		cl = groupClasses[driver.Code(c).Group()]
	}
	return cl != nil && cl == target
}

// groupClasses is the class of each group of codes in the error headers.
var groupClasses = map[driver.Group]error{
	driver.GroupInvalid:     ErrInvalid,
	driver.GroupConfig:      ErrInvalid,
	driver.GroupUnsupported: ErrNotSupported,
	driver.GroupTimeout:     ErrTimeout,
	driver.GroupDevice:      ErrDevice,
	driver.GroupTask:        ErrDevice,
}

// classes are the codes whose class is another than their group's. A limit on the run
// time of a kernel is no timeout of a wait: the stream has failed. An overflow or the
// end of data is reported by a synchronize that did complete.
var classes = map[Code]error{
	CodeNoSymbol:                    ErrNotSupported,
	CodeCompilingStubMode:           ErrNotSupported,
	CodeBadAlloc:                    ErrOutOfMemory,
	CodeRTMemoryAllocation:          ErrOutOfMemory,
	CodeRTDeviceOOM:                 ErrOutOfMemory,
	CodeGEMemoryAllocation:          ErrOutOfMemory,
	CodeGEDeviceMemoryOperateFailed: ErrOutOfMemory,
	CodeRTWaitTimeout:               ErrDevice,
	CodeRTTaskTimeout:               ErrDevice,
	CodeRTAICoreTimeout:             ErrDevice,
	CodeRTAICPUTimeout:              ErrDevice,
	CodeRTVectorCoreTimeout:         ErrDevice,
	CodeRTFFTSPlusTimeout:           ErrDevice,
	CodeRTCCUTimeout:                ErrDevice,
	CodeRTAICoreOverFlow:            nil,
	CodeRTAIVecOverFlow:             nil,
	CodeRTOverFlow:                  nil,
	CodeRTStreamNotComplete:         nil,
	CodeRTEndOfSequence:             nil,
	CodeRTEventNotComplete:          nil,
	CodeRTModelAbortNormal:          nil,
}
