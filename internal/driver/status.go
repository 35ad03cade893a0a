// SPDX-License-Identifier: Apache-2.0

package driver

import "strconv"

//go:generate go run gen_codes.go

// Code is an aclError value. The constants and their names are generated from
// codes.tsv.
type Code int32

// CodeNoSymbol is aclpool's own code for a function that the loaded library does not
// export. ACL codes are never negative.
const CodeNoSymbol Code = -1

// String returns the C name of the code, such as ACL_ERROR_RT_PARAM_INVALID, or the
// number if the code is unknown.
func (c Code) String() string {
	if c == CodeNoSymbol {
		return "NO_SYMBOL"
	}
	if name, ok := codeNames[c]; ok {
		return name
	}
	return "ACL_ERROR(" + strconv.Itoa(int(c)) + ")"
}

// Group is a section of the error headers: codes that a caller handles alike.
type Group int

// Groups of codes.
const (
	GroupUnknown Group = iota
	GroupSuccess
	GroupInvalid
	GroupConfig
	GroupInit
	GroupResource
	GroupUnsupported
	GroupTimeout
	GroupDevice
	GroupTask
	GroupCapture
	GroupModel
	GroupInternal
)

// Group returns the group that the code belongs to.
func (c Code) Group() Group { return codeGroups[c] }

// Status is the result of one call: the code and, on failure, the message that the library
// kept for the calling thread. For [CodeNoSymbol] the message is the name of the missing
// function.
type Status struct {
	Code Code
	Msg  string
}

// OK reports whether the call succeeded.
func (s Status) OK() bool { return s.Code == Success }

// Fail returns the Status of a failed call.
func Fail(c Code, msg string) Status { return Status{Code: c, Msg: msg} }
