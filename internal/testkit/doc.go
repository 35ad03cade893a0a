// SPDX-License-Identifier: Apache-2.0

// Package testkit has what the tests of this module's packages share, and users of the
// module have no use for: objects that end with the test, snapshots of a device's state,
// and faults in a device's driver. What users can use is in package acltest.
package testkit
