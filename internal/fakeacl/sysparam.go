// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
)

// SysParam is aclSysParamOpt: how operators compute, of a context or of the process. The
// machine keeps what is set; its kernels are their writer's.
type SysParam int32

const sysParamLast SysParam = 2 // ACL_OPT_STRONG_CONSISTENCY

// sysParams is what has been set.
type sysParams struct {
	mu     sync.Mutex
	values map[SysParam]int64
}

func (p *sysParams) set(op string, opt SysParam, value int64) driver.Status {
	if st := opt.check(op); !st.OK() {
		return st
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.values == nil {
		p.values = make(map[SysParam]int64)
	}
	p.values[opt] = value
	return driver.Status{}
}

func (p *sysParams) get(op string, opt SysParam) (value int64, set bool, _ driver.Status) {
	if st := opt.check(op); !st.OK() {
		return 0, false, st
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	value, set = p.values[opt]
	return value, set, driver.Status{}
}

func (opt SysParam) check(op string) driver.Status {
	if opt < 0 || opt > sysParamLast {
		return fail(driver.InvalidParam, badArgument, op, "option %d is unknown: want 0 to %d", opt, sysParamLast)
	}
	return driver.Status{}
}

// SetSysParam calls aclrtSetSysParamOpt.
func (m *Machine) SetSysParam(opt SysParam, value int64) driver.Status {
	return m.process.sysParams.set("aclrtSetSysParamOpt", opt, value)
}

// SysParam calls aclrtGetSysParamOpt: 0 for one that has not been set.
func (m *Machine) SysParam(opt SysParam) (int64, driver.Status) {
	value, _, st := m.process.sysParams.get("aclrtGetSysParamOpt", opt)
	return value, st
}

// CtxSetSysParam calls aclrtCtxSetSysParamOpt.
func (m *Machine) CtxSetSysParam(ac driver.Context, opt SysParam, value int64) driver.Status {
	const op = "aclrtCtxSetSysParamOpt"
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	return c.sysParams.set(op, opt, value)
}

// CtxSysParam calls aclrtCtxGetSysParamOpt.
func (m *Machine) CtxSysParam(ac driver.Context, opt SysParam) (int64, driver.Status) {
	const op = "aclrtCtxGetSysParamOpt"
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	value, set, st := c.sysParams.get(op, opt)
	if st.OK() && !set {
		st = fail(driver.RTSysparamoptNotSet, badOrder, op, "option %d has not been set in this context", opt)
	}
	return value, st
}
