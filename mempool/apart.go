// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
)

// apart calls f with a stream of its own, and waits for what f has enqueued. What was
// freed there belongs to nobody afterwards.
func apart(d *core.Device, f func(s *core.Stream) error) error {
	h, st := d.Driver.CreateStream(d.Context)
	if err := aclerr.Of("aclrtCreateStream", st); err != nil {
		return err
	}
	err := f(&core.Stream{Device: d, Handle: h})
	failed := aclerr.Of("aclrtDestroyStream", d.Driver.DestroyStream(d.Context, h))
	if failed != nil { // it may not be left over
		failed = errors.Join(failed, aclerr.Of("aclrtDestroyStreamForce", d.Driver.DestroyStreamForce(d.Context, h)))
	}
	return errors.Join(err, failed)
}
