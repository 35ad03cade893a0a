// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"os"
	"strconv"

	"github.com/ascend-go/aclpool/internal/class"
)

// Variables that shape the machine of a process.
const (
	productVariable = "ACLPOOL_SIM_PRODUCT"
	devicesVariable = "ACLPOOL_SIM_DEVICES"
	memoryVariable  = "ACLPOOL_SIM_MEMORY"
)

// FromEnvironment makes the machine of a process that was built for the simulated
// device. ACLPOOL_SIM_PRODUCT names the product, A2 when unset, ACLPOOL_SIM_DEVICES says
// how many devices there are, and ACLPOOL_SIM_MEMORY how many bytes each of them has.
func FromEnvironment() (*Machine, error) {
	cfg, err := configOf(os.Getenv)
	if err != nil {
		return nil, err
	}
	return New(cfg)
}

func configOf(getenv func(string) string) (Config, error) {
	cfg, err := Preset(getenv(productVariable))
	if err != nil {
		return Config{}, fmt.Errorf("fakeacl: %s: %w", productVariable, err)
	}
	if text := getenv(devicesVariable); text != "" {
		n, err := number(devicesVariable, text, "devices", maxDevices)
		if err != nil {
			return Config{}, err
		}
		cfg.Devices = int(n)
	}
	if text := getenv(memoryVariable); text != "" {
		if cfg.Memory, err = number(memoryVariable, text, "bytes", maxMemory); err != nil {
			return Config{}, err
		}
	}
	return cfg, nil
}

// number reads a variable that holds a number of at least 1.
func number(variable, text, of string, most uint64) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 || n > most {
		return 0, fmt.Errorf("fakeacl: %s is %q: want a number of %s from 1 to %d: %w", variable, text, of, most, class.Invalid)
	}
	return n, nil
}
