// SPDX-License-Identifier: Apache-2.0

// Package kernel loads compiled kernels and launches them on streams.
//
//	bin, err := kernel.Load(dev, "add_custom.o")
//	...
//	add, err := bin.Function("add_custom")
//	...
//	err = add.Launch(s, blocks, kernel.Args(kernel.Ptr(x), kernel.Ptr(y), kernel.Ptr(z), kernel.Uint32(n)))
//
// # Arguments
//
// A kernel finds its arguments in one block of bytes, each at the next multiple of 8, the
// way ACL lays them out itself. [Args] makes the block from single values, [Struct] from
// the fields of a Go struct. Both are values: they cost no heap allocation, can be kept
// and used for many launches, and are copied by the launch. Arguments that are in device
// memory already go with [Function.LaunchWithDeviceArgs].
//
// Nothing checks that the arguments are what the kernel expects: a binary does not say.
package kernel
