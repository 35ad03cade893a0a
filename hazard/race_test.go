//go:build race

// SPDX-License-Identifier: Apache-2.0

package hazard_test

// raceDetector reports whether the race detector is on. A sync.Pool drops a part of what it gets
// then.
const raceDetector = true
