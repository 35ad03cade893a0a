// SPDX-License-Identifier: Apache-2.0

// Package faultdriver wraps a driver for tests. The wrapper counts calls by C function,
// makes chosen calls fail, holds them at a gate, runs hooks around them, and replaces
// single methods.
//
//	d := faultdriver.New(inner)
//	d.Fail("aclrtCreateStream", driver.RTNoStreamResource) // the next call fails
//	fault := d.FailNth(7, driver.RTInternalError)          // the 7th call of any function
//	gate := d.Block(1, "aclrtSynchronizeStream")           // the next call waits
//	d.Replace.StreamQuery = func(driver.Context, driver.Stream) (driver.StreamStatus, driver.Status) {
//		return driver.StreamComplete, driver.Status{}
//	}
//
// The methods are generated from driver.API and driver.VirtualMemory; calls of the latter fail
// with driver.CodeNoSymbol if the inner driver has no virtual memory. Other interfaces beside
// driver.API are found by [driver.As], which looks through the wrapper.
package faultdriver

//go:generate go run gen_methods.go
