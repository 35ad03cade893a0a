// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
)

// DeviceAttr is aclrtDevAttr.
type DeviceAttr int32

const (
	DeviceAICPUCores      DeviceAttr = 1   // ACL_DEV_ATTR_AICPU_CORE_NUM
	DeviceAICores         DeviceAttr = 101 // ACL_DEV_ATTR_AICORE_CORE_NUM
	DeviceCubeCores       DeviceAttr = 102 // ACL_DEV_ATTR_CUBE_CORE_NUM
	DeviceVectorCores     DeviceAttr = 201 // ACL_DEV_ATTR_VECTOR_CORE_NUM
	DeviceWarpSize        DeviceAttr = 202 // ACL_DEV_ATTR_WARP_SIZE
	DeviceVectorThreads   DeviceAttr = 203 // ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE
	DeviceVectorMemory    DeviceAttr = 204 // ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE
	DeviceGlobalMemory    DeviceAttr = 301 // ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE
	DeviceL2Cache         DeviceAttr = 302 // ACL_DEV_ATTR_L2_CACHE_SIZE
	DeviceSMP             DeviceAttr = 401 // ACL_DEV_ATTR_SMP_ID
	DevicePhysicalChip    DeviceAttr = 402 // ACL_DEV_ATTR_PHY_CHIP_ID
	DeviceSuperPodDevice  DeviceAttr = 403 // ACL_DEV_ATTR_SUPER_POD_DEVICE_ID
	DeviceSuperPodServer  DeviceAttr = 404 // ACL_DEV_ATTR_SUPER_POD_SERVER_ID
	DeviceSuperPod        DeviceAttr = 405 // ACL_DEV_ATTR_SUPER_POD_ID
	DeviceCustomPrivilege DeviceAttr = 406 // ACL_DEV_ATTR_CUST_OP_PRIVILEGE
	DeviceMainboard       DeviceAttr = 407 // ACL_DEV_ATTR_MAINBOARD_ID
	DeviceVirtual         DeviceAttr = 501 // ACL_DEV_ATTR_IS_VIRTUAL
)

// figures are numbers of a product, as far as they are known to be public.
type figures struct {
	prefix                       string // of the name of the chip
	aiCores, vectorCores, aiCPUs int64
	l2Cache                      int64 // bytes
	vectorMemory                 int64 // bytes of a vector core
	infinities                   bool  // floats overflow to infinities, not to the largest number
	bfloat16                     bool
}

// products are the known figures. Those of the first serve other chips, too.
var products = []figures{
	{"Ascend910B", 20, 40, 6, 192 << 20, 192 << 10, true, true},
	{"Ascend910_93", 24, 48, 6, 192 << 20, 192 << 10, true, true},
	{"Ascend310P", 8, 7, 7, 16 << 20, 256 << 10, false, false},
}

func (m *Machine) figures() figures {
	for _, f := range products {
		if strings.HasPrefix(m.cfg.Product, f.prefix) {
			return f
		}
	}
	return products[0]
}

// DeviceAttribute calls aclrtGetDeviceInfo. It needs no context.
func (m *Machine) DeviceAttribute(id uint32, attr DeviceAttr) (int64, driver.Status) {
	const op = "aclrtGetDeviceInfo"
	d, st := m.numbered(op, int32(min(id, 1<<31-1)))
	if !st.OK() {
		return 0, st
	}
	f := m.figures()
	switch attr {
	case DeviceAICPUCores:
		return f.aiCPUs, driver.Status{}
	case DeviceAICores, DeviceCubeCores:
		return f.aiCores, driver.Status{}
	case DeviceVectorCores:
		return f.vectorCores, driver.Status{}
	case DeviceVectorMemory:
		return f.vectorMemory, driver.Status{}
	case DeviceGlobalMemory:
		return int64(d.memory.total), driver.Status{}
	case DeviceL2Cache:
		return f.l2Cache, driver.Status{}
	case DevicePhysicalChip, DeviceSuperPodDevice:
		return int64(d.id), driver.Status{}
	case DeviceSMP, DeviceSuperPodServer, DeviceSuperPod, DeviceCustomPrivilege, DeviceMainboard, DeviceVirtual:
		return 0, driver.Status{} // one host, nothing shared
	case DeviceWarpSize, DeviceVectorThreads:
		return 0, fail(driver.RTFeatureNotSupport, unsupported, op, "%s has no threads in vector cores", m.cfg.Product)
	}
	return 0, fail(driver.RTParamInvalid, badArgument, op, "attribute %d is unknown", attr)
}

// DeviceCapability calls aclGetDeviceCapability, the predecessor of aclrtGetDeviceInfo.
func (m *Machine) DeviceCapability(id uint32, info int32) (int64, driver.Status) {
	attributes := []DeviceAttr{DeviceAICores, DeviceVectorCores, DeviceL2Cache}
	if info < 0 || int(info) >= len(attributes) {
		return 0, fail(driver.InvalidParam, badArgument, "aclGetDeviceCapability", "deviceInfo is %d: want 0 to %d", info, len(attributes)-1)
	}
	return m.DeviceAttribute(id, attributes[info])
}

// CannAttribute calls aclGetCannAttribute. The attributes are whether floats overflow to
// infinities (0), whether there is bfloat16 (1), and whether operators are compiled when they are
// first used (2).
func (m *Machine) CannAttribute(attr int32) (bool, driver.Status) {
	switch attr {
	case 0:
		return m.figures().infinities, driver.Status{}
	case 1:
		return m.figures().bfloat16, driver.Status{}
	case 2:
		return false, driver.Status{}
	}
	return false, fail(driver.InvalidParam, badArgument, "aclGetCannAttribute", "attribute %d is unknown", attr)
}
