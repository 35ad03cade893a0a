// SPDX-License-Identifier: Apache-2.0

// Package aclpool is the root of a module with Go bindings to the stream-ordered memory pools
// of Huawei's Ascend ACL runtime (CANN), and with a simulated device for tests without an NPU.
// It contains no code.
//
// Start with package mempool, which allocates and frees device memory in the order of a
// stream's work. A program uses it together with
//
//   - acl, for devices, host memory and errors,
//   - stream and event, for work on a device and its order,
//   - kernel, for operators.
//
// For tests there are
//
//   - acltest, which opens a device for a test, makes pools and streams, and holds a stream,
//   - acltest/conformance, which checks what a device and its pools do,
//   - sim, the simulated device, with kernels that are Go functions.
//
// The README has a first program. It also shows how a program is tested. The
// folder docs says how a service uses pools, and what calls cost.
package aclpool
