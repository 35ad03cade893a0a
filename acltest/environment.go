// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"os"
	"strconv"

	"github.com/ascend-go/aclpool/sim"
)

// variablesOf returns the variables that give the simulated machine of a library the
// Config cfg, and reports whether there are such variables for all of it.
func variablesOf(cfg sim.Config) (map[string]string, bool) {
	variables := map[string]string{}
	if cfg.Product != "" {
		variables["ACLPOOL_SIM_PRODUCT"] = string(cfg.Product)
	}
	if cfg.Devices != 0 {
		variables["ACLPOOL_SIM_DEVICES"] = strconv.Itoa(cfg.Devices)
	}
	if cfg.Memory != 0 {
		variables["ACLPOOL_SIM_MEMORY"] = strconv.FormatUint(cfg.Memory, 10)
	}
	if cfg.NoVirtual {
		variables["ACLPOOL_SIM_VIRTUAL"] = "off"
	}
	if cfg.Behaviour != "" {
		variables["ACLPOOL_SIM_BEHAVIOUR"] = string(cfg.Behaviour)
	}
	inC := cfg.Schedule == nil && cfg.Costs == nil && cfg.Logger == nil
	return variables, inC && cfg.SocName == "" && cfg.Pools == sim.PoolsAsProduct
}

// setenv sets a variable, also for C, and returns a function that restores it.
func setenv(name, value string) (restore func()) {
	before, was := os.LookupEnv(name)
	// It cannot fail: names are valid, and values consist of digits and letters.
	_ = os.Setenv(name, value)
	return func() {
		if was {
			_ = os.Setenv(name, before)
		} else {
			_ = os.Unsetenv(name)
		}
	}
}
