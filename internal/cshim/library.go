//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "shim.h"
import "C"

import (
	"strings"
	"sync/atomic"
	"unsafe"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Library is an ACL library that is loaded into this process. Its methods are safe for
// concurrent use, allocate no Go memory when they succeed, and restore the ACL context of
// the thread.
type Library struct {
	path    string          // of the file
	asked   string          // the name that dlopen was given
	symbols map[string]bool // for each function of the table, whether the library has it
	log     atomic.Pointer[zap.Logger]
}

var _ driver.API = (*Library)(nil)

// Describe returns the path of the library.
func (l *Library) Describe() string { return l.path }

// Has reports whether the library has the function. It reports false for functions that
// this package does not call.
func (l *Library) Has(symbol string) bool { return l.symbols[symbol] }

// symbolTable returns, for each function of the table, whether the library has it.
func symbolTable() map[string]bool {
	table := make(map[string]bool)
	for i := C.size_t(0); ; i++ {
		var present C.int
		name := C.aclpool_symbol(i, &present)
		if name == nil {
			return table
		}
		table[C.GoString(name)] = present != 0
	}
}

// status returns the Status of a call without a value.
func status(r C.aclpool_result) driver.Status {
	if r.code != 0 {
		return failure(r)
	}
	return driver.Status{}
}

// value returns the value and the Status of a call. The value is zero if the call failed.
func value[T ~int32 | ~uint32 | ~uint64 | ~uintptr](r C.aclpool_result) (T, driver.Status) {
	if r.code != 0 {
		return 0, failure(r)
	}
	return T(r.word), driver.Status{}
}

// failure returns the Status of a failed call and frees its message.
//
//go:noinline
func failure(r C.aclpool_result) driver.Status {
	if r.word == 0 {
		return driver.Fail(driver.Code(r.code), "")
	}
	return driver.Fail(driver.Code(r.code), strings.TrimSpace(takeText(r)))
}

// takeText returns a copy of the text that C allocated, and frees the original.
func takeText(r C.aclpool_result) string {
	text := C.GoString((*C.char)(pointer(r)))
	C.aclpool_free_text(r.word)
	return text
}

// pointer returns the pointer into C memory that the word of r holds.
func pointer(r C.aclpool_result) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&r.word)) }

// cString returns s with a terminating zero byte. It reports false if s contains a zero
// byte, because C would then see a shorter string.
func cString(s string) (text []byte, ok bool) {
	return append([]byte(s), 0), strings.IndexByte(s, 0) < 0
}

// chars returns the C pointer to a text from cString.
func chars(text []byte) *C.char { return (*C.char)(unsafe.Pointer(unsafe.SliceData(text))) }

// zeroByte returns the Status for a string that contains a zero byte.
func zeroByte(s string) driver.Status {
	return driver.Fail(driver.InvalidParam, "the string "+quote(s)+" contains a zero byte")
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, "\x00", `\x00`) + `"` }
