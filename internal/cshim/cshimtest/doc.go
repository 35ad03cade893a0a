// SPDX-License-Identifier: Apache-2.0

// Package cshimtest holds the C code for tests of package cshim, because test files cannot
// use cgo: empty calls and loops for benchmarks to compare with, and access to the state of
// the thread and of the loaded library.
package cshimtest
