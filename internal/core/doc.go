// SPDX-License-Identifier: Apache-2.0

// Package core is the inner state of the objects that a program holds: the process's
// runtime, devices, streams and events. Package acl and the packages above it share it,
// so that raw handles stay out of every public signature, and the registry of live
// objects points here and never at the program's own object.
package core
