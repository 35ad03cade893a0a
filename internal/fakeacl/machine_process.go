// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"encoding/json"
	"os"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
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

	initCalls, finalizeCalls initCalls

	sysParams sysParams
	reports   reports
	hostFuncs reports // threads that call host functions
}

// Init calls aclInit. No other function needs it. The program's functions run while no lock is
// held; if one fails, ACL is not initialised.
func (m *Machine) Init(config string) driver.Status {
	const op = "aclInit"
	p := &m.process
	content, settings, calls, st := p.beginInit(op, config)
	if st.OK() {
		st = calls.run(op, content)
	}
	if !st.OK() {
		return st
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refs > 0 { // another thread was faster
		return p.initAgain(op)
	}
	p.refs, p.began, p.config, p.settings, p.finalized = 1, true, content, settings, false
	return driver.Status{}
}

// beginInit checks the configuration and returns it with the functions to be called.
func (p *process) beginInit(op, config string) (content string, settings InitSettings, calls initCalls, st driver.Status) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refs > 0 {
		return "", settings, nil, p.initAgain(op)
	}
	if content, st = readConfig(op, config); !st.OK() {
		return "", settings, nil, st
	}
	if p.began && content != p.config {
		return "", settings, nil, fail(driver.InvalidParam, badArgument, op, "the configuration differs from the first one of the process")
	}
	settings, st = readSettings(op, content)
	return content, settings, p.initCalls.of(initParts(content)...), st
}

// initAgain counts one more aclInit.
func (p *process) initAgain(op string) driver.Status {
	p.refs++
	return fail(driver.RepeatInitialize, badOrder, op, "already initialised, %d times now", p.refs)
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
	if n := nesting(content); n > maxNesting {
		return "", fail(driver.ParseFile, badArgument, op, "braces and brackets of %s nest %d deep: want at most %d", path, n, maxNesting)
	}
	return string(content), driver.Status{}
}

// Finalize calls aclFinalize. The first call is not refused, even without an Init.
func (m *Machine) Finalize() driver.Status {
	const op = "aclFinalize"
	p := &m.process
	p.mu.Lock()
	if p.finalized {
		p.mu.Unlock()
		return fail(driver.RepeatFinalize, badOrder, op, "already finalised")
	}
	return p.finalize(op)
}

// FinalizeReference calls aclFinalizeReference.
func (m *Machine) FinalizeReference() (left uint64, _ driver.Status) {
	const op = "aclFinalizeReference"
	p := &m.process
	p.mu.Lock()
	switch p.refs {
	case 0:
		p.mu.Unlock()
		return 0, fail(driver.RepeatFinalize, badOrder, op, "not initialised, or already finalised")
	case 1:
		return 0, p.finalize(op)
	}
	defer p.mu.Unlock()
	p.refs--
	return p.refs, driver.Status{}
}

// finalize ends all references with the lock held, which it releases. The program's functions
// run while it is not held; if one fails, ACL stays initialised.
func (p *process) finalize(op string) driver.Status {
	calls := p.finalizeCalls.of(finalizeParts...)
	p.mu.Unlock()
	if st := calls.run(op, ""); !st.OK() {
		return st
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refs, p.finalized = 0, true
	return driver.Status{}
}
