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

// Library is the vendor's library, loaded into this process. Its methods are safe for
// concurrent use, allocate nothing on the Go heap when they succeed, and leave the
// thread's ACL context as they found it.
type Library struct {
	path    string          // where it lies
	asked   string          // the name by which it was opened
	symbols map[string]bool // functions in the table, by whether the library has them
	log     atomic.Pointer[zap.Logger]
}

var _ driver.API = (*Library)(nil)

// Describe answers the path of the library.
func (l *Library) Describe() string { return l.path }

// Has reports whether the library has the function, if it is one that this package
// calls.
func (l *Library) Has(symbol string) bool { return l.symbols[symbol] }

// symbolTable reads which functions of the table the loaded library has.
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

// done is the Status of a call that answers nothing else.
func done(r C.aclpool_result) driver.Status {
	if r.code != 0 {
		return failure(r)
	}
	return driver.Status{}
}

// answer takes the value out of the result of a call; after a failure it is zero.
func answer[T ~int32 | ~uint32 | ~uint64 | ~uintptr](r C.aclpool_result) (T, driver.Status) {
	if r.code != 0 {
		return 0, failure(r)
	}
	return T(r.word), driver.Status{}
}

// failure takes over the text of a failed call.
//
//go:noinline
func failure(r C.aclpool_result) driver.Status {
	if r.word == 0 {
		return driver.Fail(driver.Code(r.code), "")
	}
	return driver.Fail(driver.Code(r.code), strings.TrimSpace(takeText(r)))
}

// takeText copies the text that C has made for Go, and frees it.
func takeText(r C.aclpool_result) string {
	text := C.GoString((*C.char)(pointer(r)))
	C.aclpool_free_text(r.word)
	return text
}

// pointer reads a word as the pointer into C memory that it is.
func pointer(r C.aclpool_result) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&r.word)) }

// cString answers s with the NUL that C wants behind it; ok is false if s holds one
// already, so that C would see another string.
func cString(s string) (text []byte, ok bool) {
	return append([]byte(s), 0), strings.IndexByte(s, 0) < 0
}

// chars is the pointer to a text made by cString.
func chars(text []byte) *C.char { return (*C.char)(unsafe.Pointer(unsafe.SliceData(text))) }

// zeroByte is the Status for a string that cString refuses.
func zeroByte(s string) driver.Status {
	return driver.Fail(driver.InvalidParam, "the string "+quote(s)+" holds a zero byte")
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, "\x00", `\x00`) + `"` }
