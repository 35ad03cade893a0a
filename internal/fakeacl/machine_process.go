// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"

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

// process holds the counts of aclInit and aclFinalize. aclFinalize ends nothing: devices and
// streams stay open.
type process struct {
	mu        sync.Mutex
	refs      uint64
	began     bool   // aclInit has succeeded once
	config    string // content of its file then
	settings  InitSettings
	finalized bool

	sysParams sysParams
	reports   reports
	hostFuncs reports // threads that call host functions
}

// Init calls aclInit. No other function needs it.
func (m *Machine) Init(config string) driver.Status {
	const op = "aclInit"
	p := &m.process
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refs > 0 {
		p.refs++
		return fail(driver.RepeatInitialize, badOrder, op, "already initialised, %d times now", p.refs)
	}
	content, st := readConfig(op, config)
	if !st.OK() {
		return st
	}
	if p.began && content != p.config {
		return fail(driver.InvalidParam, badArgument, op, "the configuration differs from the first one of the process")
	}
	settings, st := readSettings(op, content)
	if !st.OK() {
		return st
	}
	p.refs, p.began, p.config, p.settings, p.finalized = 1, true, content, settings, false
	return driver.Status{}
}

// readConfig returns the contents of a JSON file, or "" if path is empty.
func readConfig(op, path string) (string, driver.Status) {
	if path == "" {
		return "", driver.Status{}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", fail(driver.InvalidFile, badArgument, op, "%v", err)
	}
	if !json.Valid(content) {
		return "", fail(driver.ParseFile, badArgument, op, "%s holds no JSON", path)
	}
	return string(content), driver.Status{}
}

// Finalize calls aclFinalize. The first call is not refused, even without an Init.
func (m *Machine) Finalize() driver.Status {
	p := &m.process
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.finalized {
		return fail(driver.RepeatFinalize, badOrder, "aclFinalize", "already finalised")
	}
	p.refs, p.finalized = 0, true
	return driver.Status{}
}

// FinalizeReference calls aclFinalizeReference.
func (m *Machine) FinalizeReference() (left uint64, _ driver.Status) {
	p := &m.process
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refs == 0 {
		return 0, fail(driver.RepeatFinalize, badOrder, "aclFinalizeReference", "not initialised, or already finalised")
	}
	p.refs--
	p.finalized = p.refs == 0
	return p.refs, driver.Status{}
}

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
