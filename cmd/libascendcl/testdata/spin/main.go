//go:build cgo && linux

// SPDX-License-Identifier: Apache-2.0

// Command spin is a C library that shares signals with its program as libascendcl does. One
// goroutine runs an endless loop without calls; another collects garbage, which must preempt
// the first one with a signal. The program reads the number of collections.
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
