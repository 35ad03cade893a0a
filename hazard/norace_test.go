//go:build !race

// SPDX-License-Identifier: Apache-2.0

package hazard_test

const raceDetector = false
