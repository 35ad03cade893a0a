// SPDX-License-Identifier: Apache-2.0

package acltest

import "github.com/ascend-go/aclpool/internal/driver"

// codeOf returns a code that a function can fail with.
func (cfg FaultConfig) codeOf(function string) driver.Code {
	if cfg.Code != 0 {
		return driver.Code(cfg.Code)
	}
	if code, ok := lacking[function]; ok {
		return code
	}
	return driver.RTDrvInternalError
}

// lacking are the codes of functions that find too little of what they need.
var lacking = map[string]driver.Code{
	"aclrtMalloc":                 driver.RTMemoryAllocation,
	"aclrtMallocHost":             driver.RTMemoryAllocation,
	"aclrtMemPoolCreate":          driver.RTMemoryAllocation,
	"aclrtMemPoolMallocAsync":     driver.RTInternalError,
	"aclrtCreateStream":           driver.RTNoStreamResource,
	"aclrtCreateStreamWithConfig": driver.RTNoStreamResource,
	"aclrtCreateEvent":            driver.RTNoEventResource,
	"aclrtCreateEventExWithFlag":  driver.RTNoEventResource,
	"aclrtBinaryLoadFromFile":     driver.RTProgramUseOut,
	"aclrtBinaryLoadFromData":     driver.RTProgramUseOut,
}
