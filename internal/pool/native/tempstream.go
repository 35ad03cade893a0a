// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
)

var errNoStream = errors.New("no temporary stream could be made")

// onTempStream calls f with a temporary stream, and waits for the work that f enqueues on it.
// Memory that f frees has no owner afterwards.
func onTempStream(d *core.Device, f func(s *core.Stream) error) error {
	h, st := d.Driver.CreateStream(d.Context)
	if err := fail("aclrtCreateStream", st); err != nil {
		return fmt.Errorf("%w: %w", errNoStream, err)
	}
	err := f(d.InternalStream(h, "temporary"))
	failed := fail("aclrtDestroyStream", d.Driver.DestroyStream(d.Context, h))
	if failed != nil { // do not leave the stream behind
		failed = errors.Join(failed, fail("aclrtDestroyStreamForce", d.Driver.DestroyStreamForce(d.Context, h)))
	}
	return errors.Join(err, failed)
}
