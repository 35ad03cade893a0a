// SPDX-License-Identifier: Apache-2.0

// Package native is the engine on ACL's own memory pools.
//
// No release of ACL's pools does what its documentation says, and some hand out memory
// that is in use. The engine probes what the pools of a device do ([probe.Of]) and works
// around the rest, see [guards]:
//
//   - frees that would let ACL reuse the memory too early are deferred in Go
//     (deferredfree.go) until events from a pool of events complete (eventpool.go);
//   - trims run only while no free is pending (trim.go), and one granule stays allocated for
//     the life of the pool, so that the runtime does not trim it (pinnedgranule.go);
//   - before the pool grows, the free memory of the device is checked (roomcheck.go), without
//     what enqueued allocations have yet to take (growth.go);
//   - memory that ACL would not reuse is returned to the device before an allocation fails
//     (reclaim.go);
//   - sizes are rounded here and attributes are read back (attributes.go).
package native
