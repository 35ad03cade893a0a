// SPDX-License-Identifier: Apache-2.0

// Package native is the engine on ACL's own memory pools.
//
// No release of ACL's pools does what its documentation says, and some hand out memory
// that is in use. The engine probes what the pools of a device do ([probe.Of]) and works
// around the rest, see [guards]:
//
//   - frees that ACL would make visible too early wait in Go (deferredfree.go), behind
//     events from a pool of events (eventpool.go);
//   - trims run only while no free is pending (trim.go), and one allocation is held for
//     the life of the pool, so that the runtime does not trim it (pinnedgranule.go);
//   - growth is compared with what the device has left (roomcheck.go);
//   - memory that ACL would not reuse goes back to the device before an allocation fails
//     (reclaim.go);
//   - sizes are rounded here and attributes are read back (attributes.go).
package native
