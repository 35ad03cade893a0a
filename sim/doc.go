// SPDX-License-Identifier: Apache-2.0

// Package sim is the simulated device: NPUs made of Go code, for programs and tests on
// machines that have none. It works in every build, with and without tags and cgo.
//
//	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
//
// A simulated [Machine] has devices of one [Product]; a process can have many machines,
// and they share nothing. Streams run behind the caller, memory costs what is touched,
// and bad input gets the codes that the vendor's runtime gives.
//
// # Kernels
//
// A kernel is a Go function, a [Kernel], under a name. [RegisterKernel] makes it known to
// every machine of the process, [Machine.RegisterKernel] to one. Programs load it like
// any other kernel, from a binary that package kernel reads: [KernelFile] writes one.
//
// # Faults
//
// [Machine.Fail] makes something go wrong that a program must survive and hardware seldom
// shows: the n-th call of a C function fails ([NthCall]), or each call with a probability
// ([EveryCall]), a call does not return ([Hang]), the memory is used up ([MemoryExhausted]), work
// of a stream fails ([StreamFailed]), the device stops answering ([DeviceLost]).
//
//	fault, err := m.Fail(sim.NthCall(3, "aclrtMallocHost", codes.RTMemoryAllocation))
//
// In tests, acltest.Fail does this for a device from acltest.New, and acltest.EachFault makes
// each call of a scenario fail once.
package sim
