// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Version that the machine returns: that of the headers which declare all of its
// functions.
const (
	versionMajor int32 = 1
	versionMinor int32 = 17
	versionPatch int32 = 0

	versionString = "aclpool-sim"
)

// Version calls aclrtGetVersion.
func (m *Machine) Version() (major, minor, patch int32, _ driver.Status) {
	return versionMajor, versionMinor, versionPatch, driver.Status{}
}

// VersionString calls aclsysGetVersionStr. It knows "runtime", whose version names the
// behaviour of the pools, and "driver".
func (m *Machine) VersionString(pkg string) (string, driver.Status) {
	if pkg != "runtime" && pkg != "driver" {
		return "", fail(driver.InvalidFile, badArgument, "aclsysGetVersionStr", "package %q is not installed", pkg)
	}
	if pkg == "runtime" {
		pools := Documented
		if m.release != nil {
			pools = Behaviour(m.release.Name)
		}
		return fmt.Sprintf("%s, %s pools", versionString, pools), driver.Status{}
	}
	return versionString, driver.Status{}
}

// SocName calls aclrtGetSocName.
func (m *Machine) SocName() string { return m.cfg.Product }

// VersionNumber calls aclsysGetVersionNum: that of the release whose pools the machine has, and
// of the newest release for other pools.
func (m *Machine) VersionNumber(pkg string) (int32, driver.Status) {
	const op = "aclsysGetVersionNum"
	if pkg != "runtime" && pkg != "driver" {
		return 0, fail(driver.InvalidFile, badArgument, op, "package %q is not installed", pkg)
	}
	switch m.cfg.Behaviour {
	case CANN90:
		return 90000000, driver.Status{}
	case CANN91:
		return 90100000, driver.Status{}
	}
	return 90200000, driver.Status{}
}

// Packages of aclsysGetCANNVersion, in the order of their numbers.
var packages = []string{"CANN", "runtime", "compiler", "hccl", "toolkit", "opp", "opp_kernel", "driver"}

// PackageVersion calls aclsysGetCANNVersion, for a package by number. It returns the number that
// VersionNumber returns; CANN is the package runtime.
func (m *Machine) PackageVersion(pkg int32) (int32, driver.Status) {
	const op = "aclsysGetCANNVersion"
	if pkg < 0 || int(pkg) >= len(packages) {
		return 0, fail(driver.InvalidParam, badArgument, op, "package %d is unknown: want 0 to %d", pkg, len(packages)-1)
	}
	switch name := packages[pkg]; name {
	case "CANN":
		return m.VersionNumber("runtime")
	case "runtime", "driver":
		return m.VersionNumber(name)
	default:
		return 0, fail(driver.InvalidFile, badArgument, op, "package %q is not installed", name)
	}
}

// ArchCompatible calls aclrtCheckArchCompatibility: whether the machine executes kernels that
// are built for a chip. The chips of A2 and A3 have the same instructions.
func (m *Machine) ArchCompatible(chip string) bool {
	for _, chips := range [][]string{{"Ascend910B", "Ascend910_93"}, {"Ascend310P"}} {
		if oneOf(chip, chips) && oneOf(m.cfg.Product, chips) {
			return true
		}
	}
	return chip == m.cfg.Product
}

// oneOf reports whether the name of a chip begins with one of the prefixes.
func oneOf(chip string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(chip, p) })
}
