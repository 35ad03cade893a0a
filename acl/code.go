// SPDX-License-Identifier: Apache-2.0

package acl

import "github.com/ascend-go/aclpool/internal/driver"

// Code is a return value of the ACL runtime. The constants are in package acl/codes.
//
// Source: aclError, acl_base_rt.h.
type Code int32

// String returns the C name, or the number of a code without a known name.
func (c Code) String() string { return driver.Code(c).String() }

// Error is String: a code is an error of its class.
func (c Code) Error() string { return c.String() }

// Is reports whether c belongs to the class target.
func (c Code) Is(target error) bool {
	cl, ok := classes[driver.Code(c)]
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
var classes = map[driver.Code]error{
	driver.CodeNoSymbol:                ErrNotSupported,
	driver.CompilingStubMode:           ErrNotSupported,
	driver.BadAlloc:                    ErrOutOfMemory,
	driver.RTMemoryAllocation:          ErrOutOfMemory,
	driver.RTDeviceOOM:                 ErrOutOfMemory,
	driver.GEMemoryAllocation:          ErrOutOfMemory,
	driver.GEDeviceMemoryOperateFailed: ErrOutOfMemory,
	driver.RTWaitTimeout:               ErrDevice,
	driver.RTTaskTimeout:               ErrDevice,
	driver.RTAICoreTimeout:             ErrDevice,
	driver.RTAICPUTimeout:              ErrDevice,
	driver.RTVectorCoreTimeout:         ErrDevice,
	driver.RTFFTSPlusTimeout:           ErrDevice,
	driver.RTCCUTimeout:                ErrDevice,
	driver.RTAICoreOverFlow:            nil,
	driver.RTAIVecOverFlow:             nil,
	driver.RTOverFlow:                  nil,
	driver.RTStreamNotComplete:         nil,
	driver.RTEndOfSequence:             nil,
	driver.RTEventNotComplete:          nil,
	driver.RTModelAbortNormal:          nil,
}
