// SPDX-License-Identifier: Apache-2.0

// Package testkit contains helpers for the tests of this module's packages: objects that are
// closed at the end of the test, snapshots of a device's state, and faults in a device's
// driver. Helpers for programs are in package acltest.
package testkit
