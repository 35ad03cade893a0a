// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
)

// Pinned memory, and calls that work at once.
func TestHost(t *testing.T) {
	prove(t, map[string]proof{
		"two copies into pinned memory": violates(hazard.WriteAfterWrite, func(r *run) {
			x, y, h := r.buffer(), r.on(r.b), r.host()
			r.ok(x.Fill(r.a, 1))
			r.ok(y.Fill(r.b, 2))
			r.ok(x.CopyTo(r.a, h)) // first
			r.ok(y.CopyTo(r.b, h)) // second
		}),
		"two copies into pinned memory, in order": keeps(func(r *run) {
			x, y, h := r.buffer(), r.on(r.b), r.host()
			r.ok(x.Fill(r.a, 1))
			r.ok(y.Fill(r.b, 2))
			r.ok(x.CopyTo(r.a, h))
			r.order(r.a, r.b)
			r.ok(y.CopyTo(r.b, h))
		}),
		"two copies out of pinned memory": keeps(func(r *run) {
			x, y, h := r.buffer(), r.on(r.b), r.host()
			r.ok(x.CopyFrom(r.a, h))
			r.ok(y.CopyFrom(r.b, h))
		}),
		"a copy out of pinned memory beside one into it": violates(hazard.ReadAfterWrite, func(r *run) {
			x, y, h := r.buffer(), r.on(r.b), r.host()
			r.ok(x.Fill(r.a, 1))
			r.ok(x.CopyTo(r.a, h))   // first
			r.ok(y.CopyFrom(r.b, h)) // second
		}),
		"a copy into pinned memory beside one out of it": violates(hazard.WriteAfterRead, func(r *run) {
			x, y, h := r.buffer(), r.on(r.b), r.host()
			r.ok(y.Fill(r.b, 1))
			r.ok(x.CopyFrom(r.a, h)) // first
			r.ok(y.CopyTo(r.b, h))   // second
		}),
		"a copy at once of memory that a stream writes": violates(hazard.ReadAfterWrite, func(r *run) {
			x := r.buffer()
			r.ok(r.a.Synchronize(r.ctx))
			r.ok(x.Fill(r.a, 1))                                                // first
			r.ok(acl.CopySliceToHost(r.ctx, make([]int32, elements), x.View())) // second
		}),
		"a copy at once after the stream has been waited for": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.ok(r.a.Synchronize(r.ctx))
			r.ok(acl.CopySliceToHost(r.ctx, make([]int32, elements), x.View()))
		}),
		"a copy at once into memory whose allocation nobody has waited for": violates(hazard.UnorderedUse, func(r *run) {
			x, err := r.pool.MallocAsync(r.a, 256) // first
			r.ok(err)
			r.ok(acl.Fill(r.ctx, x.View(), 1)) // second
		}),
		"a fill at once beside a reader": violates(hazard.WriteAfterRead, func(r *run) {
			x, h := r.buffer(), r.host()
			r.ok(x.Fill(r.a, 1))
			r.ok(r.a.Synchronize(r.ctx))
			r.ok(x.CopyTo(r.a, h))             // first
			r.ok(acl.Fill(r.ctx, x.View(), 2)) // second
		}),
		"a fill at once and work after it": keeps(func(r *run) {
			m, err := r.dev.Malloc(256)
			r.ok(err)
			r.ok(acl.Fill(r.ctx, m.View(), 1))
			x := r.buffer()
			r.ok(r.a.Copy(x.View(), m.View()))
			r.ok(r.a.Synchronize(r.ctx))
			r.ok(m.Close())
		}),
	})
}
