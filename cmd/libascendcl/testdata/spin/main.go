//go:build cgo && linux

// SPDX-License-Identifier: Apache-2.0

// Command spin is a C library that shares signals with its program the way libascendcl
// does, and needs them: one goroutine computes without end and without a call, and the
// collections of another wait for it to stop. The program reads how many there were.
package main

// #include "spin.h"
import "C"

import "runtime"

func init() {
	go spin()
	go func() {
		for {
			runtime.GC()
			C.count_collection()
		}
	}()
}

var never bool

func spin() {
	n := 0
	for !never { // inlined: no call, so only a signal can stop it
		n++
	}
}

func main() {}
