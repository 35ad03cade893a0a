// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"os"
	"strconv"
)

// Variables that shape the machine of a process.
const (
	devicesVariable = "ACLPOOL_SIM_DEVICES"
	memoryVariable  = "ACLPOOL_SIM_MEMORY"
)

// FromEnvironment makes the machine of a process that was built for the simulated
// device: an A2. ACLPOOL_SIM_DEVICES says
// how many devices it has, 1 when unset, and ACLPOOL_SIM_MEMORY how many bytes each of
// them has, 64 GiB when unset.
func FromEnvironment() (*Machine, error) {
	devices, err := number(devicesVariable, maxDevices)
	if err != nil {
		return nil, err
	}
	memory, err := number(memoryVariable, maxMemory)
	if err != nil {
		return nil, err
	}
	return New(Config{Product: "Ascend910B3", Devices: int(devices), Memory: memory, Pools: true})
}

// number reads a variable that holds a number of at least 1; 0 for one that is not set.
func number(variable string, most uint64) (uint64, error) {
	text := os.Getenv(variable)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 || n > most {
		return 0, fmt.Errorf("fakeacl: %s is %q: want a number from 1 to %d", variable, text, most)
	}
	return n, nil
}
