// SPDX-License-Identifier: Apache-2.0

// Package cshimtest is what the tests of package cshim need from C, since a test file
// cannot use cgo: an empty call to measure against, and a look at what the thread and the
// loaded library hold.
package cshimtest
