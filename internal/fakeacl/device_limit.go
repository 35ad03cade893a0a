// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// Resource is aclrtDevResLimitType: what a program limits for its kernels. The simulated device
// stores limits.
type Resource int32

const (
	CubeCores   Resource = 0 // ACL_RT_DEV_RES_CUBE_CORE
	VectorCores Resource = 1 // ACL_RT_DEV_RES_VECTOR_CORE
)

// limits are numbers of cores, by resource; 0 is none set.
type limits [2]uint32

// cores returns how many cores of a kind the product has. It fails as op for an unknown kind.
func (m *Machine) cores(op string, r Resource) (uint32, driver.Status) {
	switch r {
	case CubeCores:
		return uint32(m.figures().aiCores), driver.Status{}
	case VectorCores:
		return uint32(m.figures().vectorCores), driver.Status{}
	}
	return 0, fail(driver.RTParamInvalid, badArgument, op, "resource %d is unknown", r)
}

// checkLimit fails as op for a limit that the product does not allow.
func (m *Machine) checkLimit(op string, r Resource, value uint32) driver.Status {
	most, st := m.cores(op, r)
	if st.OK() && (value == 0 || value > most) {
		st = fail(driver.RTParamInvalid, badArgument, op, "the limit is %d: want 1 to %d", value, most)
	}
	return st
}

// DeviceLimit calls aclrtGetDeviceResLimit.
func (m *Machine) DeviceLimit(id int32, r Resource) (uint32, driver.Status) {
	const op = "aclrtGetDeviceResLimit"
	most, st := m.cores(op, r)
	if !st.OK() {
		return 0, st
	}
	d, st := m.numbered(op, id)
	if !st.OK() {
		return 0, st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return firstSet(d.limits[r], most), driver.Status{}
}

func firstSet(values ...uint32) uint32 {
	for _, v := range values {
		if v != 0 {
			return v
		}
	}
	return 0
}

// SetDeviceLimit calls aclrtSetDeviceResLimit.
func (m *Machine) SetDeviceLimit(id int32, r Resource, value uint32) driver.Status {
	const op = "aclrtSetDeviceResLimit"
	if st := m.checkLimit(op, r, value); !st.OK() {
		return st
	}
	d, st := m.numbered(op, id)
	if !st.OK() {
		return st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.limits[r] = value
	return driver.Status{}
}

// ResetDeviceLimit calls aclrtResetDeviceResLimit.
func (m *Machine) ResetDeviceLimit(id int32) driver.Status {
	d, st := m.numbered("aclrtResetDeviceResLimit", id)
	if !st.OK() {
		return st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.limits = limits{}
	return driver.Status{}
}

// StreamLimit calls aclrtGetStreamResLimit: the limit of the stream, or that of its device.
func (m *Machine) StreamLimit(ac driver.Context, h driver.Stream, r Resource) (uint32, driver.Status) {
	return m.limit("aclrtGetStreamResLimit", ac, h, r)
}

// ThreadLimit calls aclrtGetResInCurrentThread on a thread that uses the limits of a stream; with
// stream 0, it uses those of the context's device.
func (m *Machine) ThreadLimit(ac driver.Context, h driver.Stream, r Resource) (uint32, driver.Status) {
	const op = "aclrtGetResInCurrentThread"
	if h != 0 {
		return m.limit(op, ac, h, r)
	}
	most, st := m.cores(op, r)
	if !st.OK() {
		return 0, st
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	return firstSet(c.device.limits[r], most), driver.Status{}
}

func (m *Machine) limit(op string, ac driver.Context, h driver.Stream, r Resource) (uint32, driver.Status) {
	most, st := m.cores(op, r)
	if !st.OK() {
		return 0, st
	}
	s, st := m.lockStream(op, ac, h)
	if !st.OK() {
		return 0, st
	}
	defer s.device.mu.Unlock()
	return firstSet(s.limits[r], s.device.limits[r], most), driver.Status{}
}

// SetStreamLimit calls aclrtSetStreamResLimit.
func (m *Machine) SetStreamLimit(ac driver.Context, h driver.Stream, r Resource, value uint32) driver.Status {
	const op = "aclrtSetStreamResLimit"
	if st := m.checkLimit(op, r, value); !st.OK() {
		return st
	}
	s, st := m.lockStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	s.limits[r] = value
	return driver.Status{}
}

// ResetStreamLimit calls aclrtResetStreamResLimit.
func (m *Machine) ResetStreamLimit(ac driver.Context, h driver.Stream) driver.Status {
	s, st := m.lockStream("aclrtResetStreamResLimit", ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	s.limits = limits{}
	return driver.Status{}
}
