// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
)

// InitPart is aclRegisterCallbackType: the part of ACL whose functions aclInit and aclFinalize
// call.
type InitPart int32

// The parts that aclInit or aclFinalize knows. Functions of the others are called only if they
// are registered while ACL is initialised.
const (
	InitModels    InitPart = 0     // ACL_REG_TYPE_ACL_MODEL
	InitExecutor  InitPart = 1     // ACL_REG_TYPE_ACL_OP_EXECUTOR
	InitCompiler  InitPart = 3     // ACL_REG_TYPE_ACL_OP_COMPILER
	InitImages    InitPart = 6     // ACL_REG_TYPE_ACL_DVPP
	InitOtherPart InitPart = 65535 // ACL_REG_TYPE_OTHER, which may have several functions
)

// InitFunc is a function that a program has registered. Its code is an aclError; config is the
// content of aclInit's file.
type InitFunc func(config string) driver.Code

// initCall is a registered function. The program knows it by the address.
type initCall struct {
	part    InitPart
	address uintptr
	call    InitFunc
}

// initCalls are the functions for one of aclInit and aclFinalize, in the order of their
// registration.
type initCalls []initCall

func (c *initCalls) add(op string, f initCall) driver.Status {
	if f.address == 0 {
		return null(op, "cbFunc")
	}
	taken := func(g initCall) bool { return g.part == f.part }
	if f.part != InitOtherPart && slices.ContainsFunc(*c, taken) {
		return fail(driver.InternalError, badOrder, op, "type %d has a function already", f.part)
	}
	*c = append(*c, f)
	return driver.Status{}
}

func (c *initCalls) remove(op string, part InitPart, address uintptr) driver.Status {
	if address == 0 {
		return null(op, "cbFunc")
	}
	i := slices.IndexFunc(*c, func(f initCall) bool { return f.part == part && f.address == address })
	if i < 0 {
		return fail(driver.InternalError, badOrder, op, "the function is not registered for type %d", part)
	}
	*c = slices.Delete(slices.Clone(*c), i, i+1)
	return driver.Status{}
}

// of returns the functions of parts, in the order of the parts.
func (c initCalls) of(parts ...InitPart) (calls initCalls) {
	for _, part := range parts {
		for _, f := range c {
			if f.part == part {
				calls = append(calls, f)
			}
		}
	}
	return calls
}

// run calls the functions until one fails.
func (c initCalls) run(op, config string) driver.Status {
	for _, f := range c {
		if code := f.call(config); code != 0 {
			return fail(code, badOrder, op, "the function that is registered for type %d has failed", f.part)
		}
	}
	return driver.Status{}
}

// initParts returns the parts whose functions aclInit calls: one of them only with a file.
func initParts(config string) []InitPart {
	if config == "" {
		return []InitPart{InitModels, InitImages, InitOtherPart}
	}
	return []InitPart{InitModels, InitExecutor, InitImages, InitOtherPart}
}

var finalizeParts = []InitPart{InitCompiler, InitModels, InitImages, InitOtherPart}

// RegisterInit calls aclInitCallbackRegister. Where ACL is initialised already, the function is
// called at once, and its code is ignored.
func (m *Machine) RegisterInit(part InitPart, address uintptr, call InitFunc) driver.Status {
	p := &m.process
	p.mu.Lock()
	st := p.initCalls.add("aclInitCallbackRegister", initCall{part, address, call})
	initialised, config := p.refs > 0, p.config
	p.mu.Unlock()
	if st.OK() && initialised {
		call(config)
	}
	return st
}

// UnregisterInit calls aclInitCallbackUnRegister.
func (m *Machine) UnregisterInit(part InitPart, address uintptr) driver.Status {
	p := &m.process
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.initCalls.remove("aclInitCallbackUnRegister", part, address)
}

// RegisterFinalize calls aclFinalizeCallbackRegister. The function gets no configuration.
func (m *Machine) RegisterFinalize(part InitPart, address uintptr, call InitFunc) driver.Status {
	p := &m.process
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.finalizeCalls.add("aclFinalizeCallbackRegister", initCall{part, address, call})
}

// UnregisterFinalize calls aclFinalizeCallbackUnRegister.
func (m *Machine) UnregisterFinalize(part InitPart, address uintptr) driver.Status {
	p := &m.process
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.finalizeCalls.remove("aclFinalizeCallbackUnRegister", part, address)
}
