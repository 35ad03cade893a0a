//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "shim.h"
import "C"

import (
	"math/bits"
	"strconv"
	"syscall"

	"go.uber.org/zap"
	"golang.org/x/sys/unix"
)

// repairSignals repairs the signal handlers that the library installed during a call.
func (l *Library) repairSignals(after string) {
	l.logRepaired(after, uint64(C.aclpool_repair_signals()))
}

// logRepaired logs the signals in mask, whose handlers lacked SA_ONSTACK.
func (l *Library) logRepaired(after string, mask uint64) {
	if mask == 0 {
		return
	}
	l.log.Load().Warn("added SA_ONSTACK, which Go requires, to signal handlers of the ACL library",
		zap.String("after", after), zap.Strings("signals", signalNames(mask)))
}

// signalNames returns the names of the signals in mask. Bit n-1 stands for signal n.
func signalNames(mask uint64) (names []string) {
	for ; mask != 0; mask &= mask - 1 {
		n := bits.TrailingZeros64(mask) + 1
		name := unix.SignalName(syscall.Signal(n))
		if name == "" {
			name = "signal " + strconv.Itoa(n)
		}
		names = append(names, name)
	}
	return names
}
