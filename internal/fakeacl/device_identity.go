// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Names of devices, and how they are connected. A device has the same names in every process that
// sees it.

// UUID is the unique number of a device, aclrtUuid.
type UUID [16]byte

// is310P reports whether the product is an inference card, which lacks much of what others have.
func (m *Machine) is310P() bool { return strings.HasPrefix(m.cfg.Product, "Ascend310P") }

// productLacks returns the status of a function that the product does not have.
func (m *Machine) productLacks(op, what string) driver.Status {
	return fail(driver.RTFeatureNotSupport, unsupported, op, "%s has no %s", m.cfg.Product, what)
}

// DeviceUUID calls aclrtDeviceGetUuid.
func (m *Machine) DeviceUUID(id int32) (UUID, driver.Status) {
	const op = "aclrtDeviceGetUuid"
	host, st := m.HostNumber(op, id)
	if st.OK() && m.is310P() {
		st = m.productLacks(op, "unique numbers of devices")
	}
	if !st.OK() {
		return UUID{}, st
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "aclpool-sim %s %d", m.cfg.Product, host))
	u := UUID(sum[:])
	u[6] = u[6]&0x0f | 8<<4 // a version for numbers that are made from anything
	u[8] = u[8]&0x3f | 1<<7 // of RFC 9562
	return u, driver.Status{}
}

// pciBusID returns the place of a device of the host on the PCI bus.
func pciBusID(host int32) string {
	const buses = 128 // of a domain, from 0x80
	return fmt.Sprintf("%04x:%02x:00.0", host/buses, buses+host%buses)
}

// PCIBusID calls aclrtDeviceGetPCIBusId. The caller has room for a number of bytes, one of which
// ends the text.
func (m *Machine) PCIBusID(id, room int32) (string, driver.Status) {
	const op = "aclrtDeviceGetPCIBusId"
	host, st := m.HostNumber(op, id)
	if !st.OK() {
		return "", st
	}
	place := pciBusID(host)
	switch {
	case m.is310P():
		return "", m.productLacks(op, "places on the PCI bus")
	case int(room) <= len(place):
		return "", fail(driver.RTParamInvalid, badArgument, op, "len is %d: want at least %d", room, len(place)+1)
	}
	return place, driver.Status{}
}

// DeviceByPCIBusID calls aclrtDeviceGetByPCIBusId.
func (m *Machine) DeviceByPCIBusID(place string) (int32, driver.Status) {
	const op = "aclrtDeviceGetByPCIBusId"
	if m.is310P() {
		return 0, m.productLacks(op, "places on the PCI bus")
	}
	for id := range m.devices {
		if host, st := m.HostNumber(op, int32(id)); st.OK() && strings.EqualFold(place, pciBusID(host)) {
			return int32(id), driver.Status{}
		}
	}
	return 0, fail(driver.RTParamInvalid, badArgument, op, "no device that the process sees is at %.40q", place)
}

// Connections of two devices, the values of aclrtGetDevicesTopo.
const (
	ConnectedByHCCS   uint64 = 0x01 // ACL_RT_DEVS_TOPOLOGY_HCCS
	ConnectedBySwitch uint64 = 0x02 // ACL_RT_DEVS_TOPOLOGY_PIX
	ConnectedByBridge uint64 = 0x08 // ACL_RT_DEVS_TOPOLOGY_PHB
	ConnectedOnChip   uint64 = 0x20 // ACL_RT_DEVS_TOPOLOGY_SIO
	ConnectedByHCCSSw uint64 = 0x40 // ACL_RT_DEVS_TOPOLOGY_HCCS_SW
)

// Topology calls aclrtGetDevicesTopo: two dies of a chip of A3 are connected on the chip and
// chips by switches, eight cards of A2 directly, and cards of 310P by the host's bridge.
func (m *Machine) Topology(id, other uint32) (uint64, driver.Status) {
	const op = "aclrtGetDevicesTopo"
	a, st := m.HostNumber(op, int32(min(id, 1<<31-1)))
	if !st.OK() {
		return 0, st
	}
	b, st := m.HostNumber(op, int32(min(other, 1<<31-1)))
	if !st.OK() {
		return 0, st
	}
	const dies, mesh = 2, 8
	switch {
	case m.is310P():
		return ConnectedByBridge, driver.Status{}
	case strings.HasPrefix(m.cfg.Product, "Ascend910_93"):
		if a/dies == b/dies {
			return ConnectedOnChip, driver.Status{}
		}
		return ConnectedByHCCSSw, driver.Status{}
	case a/mesh == b/mesh:
		return ConnectedByHCCS, driver.Status{}
	}
	return ConnectedBySwitch, driver.Status{}
}
