// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"os"
	"strconv"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/visible"
)

// Variables that configure the machine of a process. Unset and empty ones mean the default.
const (
	productVariable = "ACLPOOL_SIM_PRODUCT" // A2, A3 or 310P
	devicesVariable = "ACLPOOL_SIM_DEVICES" // how many
	memoryVariable  = "ACLPOOL_SIM_MEMORY"  // bytes of each device

	behaviourVariable = "ACLPOOL_SIM_BEHAVIOUR" // of the pools, see [Behaviour]
	virtualVariable   = "ACLPOOL_SIM_VIRTUAL"   // off for a machine without virtual memory
	hazardsVariable   = "ACLPOOL_SIM_HAZARDS"   // report or fail, see [Hazards]; of C programs only
)

// FromEnvironment creates the machine of a process that was built with the tag fakeacl: an A2
// with one device, unless the ACLPOOL_SIM variables say otherwise. As with the vendor's
// runtime, the process sees the devices in ASCEND_RT_VISIBLE_DEVICES, and none if its value is
// invalid. It returns errclass.Invalid for another invalid value, with what is allowed.
func FromEnvironment() (*Machine, error) { return FromVariables(os.LookupEnv) }

// FromVariables is FromEnvironment with a function that reads variables, and reports whether
// they are set.
func FromVariables(lookup func(string) (string, bool)) (*Machine, error) {
	return ForProgram(lookup, nil)
}

// ForProgram is FromVariables for a program that is not checked by the packages above. If
// ACLPOOL_SIM_HAZARDS says so, its violations of stream order are reported, and fail. If report is
// nil, the variable is not looked at.
func ForProgram(lookup func(string) (string, bool), report func(hazard.Report)) (*Machine, error) {
	cfg, err := configOf(lookup)
	if err != nil {
		return nil, err
	}
	if report != nil {
		if cfg.Hazards, err = hazardsOf(lookup, report); err != nil {
			return nil, err
		}
	}
	return New(cfg)
}

func hazardsOf(lookup func(string) (string, bool), report func(hazard.Report)) (*Hazards, error) {
	switch value, _ := lookup(hazardsVariable); value {
	case "", "off":
		return nil, nil
	case "report", "fail":
		return &Hazards{Report: report, Fail: value == "fail"}, nil
	default:
		return nil, fmt.Errorf("%s is %q: want off, report or fail: %w", hazardsVariable, value, errclass.Invalid)
	}
}

func configOf(lookup func(string) (string, bool)) (Config, error) {
	variable := func(name string) string {
		value, _ := lookup(name)
		return value
	}
	cfg, err := Preset(variable(productVariable))
	if err != nil {
		return cfg, fmt.Errorf("%s: %w", productVariable, err)
	}
	devices, err := number(variable, devicesVariable, "devices", maxDevices)
	if err != nil {
		return cfg, err
	}
	cfg.Devices = int(devices)
	if list, set := lookup(visible.Variable); set {
		cfg.HostDevices = max(1, cfg.Devices)
		cfg.Visible = visible.Parse(list, cfg.HostDevices).Devices
		cfg.Devices = len(cfg.Visible)
		cfg.AllHidden = cfg.Devices == 0
	}
	memory, err := number(variable, memoryVariable, "bytes", maxMemory)
	if err != nil {
		return cfg, err
	}
	cfg.Memory = orDefault(memory, cfg.Memory)
	switch virtual := variable(virtualVariable); virtual {
	case "", "on":
	case "off":
		cfg.NoVirtual = true
	default:
		return cfg, fmt.Errorf("%s is %q: want on or off: %w", virtualVariable, virtual, errclass.Invalid)
	}
	cfg.Behaviour = Behaviour(variable(behaviourVariable))
	if err := cfg.Behaviour.Check(); err != nil {
		return cfg, fmt.Errorf("%s: %w", behaviourVariable, err)
	}
	return cfg, nil
}

// number returns the value of a variable, or 0 if it is not set.
func number(variable func(string) string, name, unit string, most uint64) (uint64, error) {
	text := variable(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 || n > most {
		return 0, fmt.Errorf("%s is %q: want a number of %s from 1 to %d: %w", name, text, unit, most, errclass.Invalid)
	}
	return n, nil
}
