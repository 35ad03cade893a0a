// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
)

var errNoStream = errors.New("no temporary stream could be made")

// onTempStream runs f on a temporary stream and waits for what f has enqueued. Memory
// freed there has no owner afterwards.
func onTempStream(d *core.Device, f func(s *core.Stream) error) error {
	h, st := d.Driver.CreateStream(d.Context)
	if err := fail("aclrtCreateStream", st); err != nil {
		return fmt.Errorf("%w: %w", errNoStream, err)
	}
	err := f(&core.Stream{Device: d, Handle: h, Name: "temporary", Internal: true})
	failed := fail("aclrtDestroyStream", d.Driver.DestroyStream(d.Context, h))
	if failed != nil { // it must not be left over
		failed = errors.Join(failed, fail("aclrtDestroyStreamForce", d.Driver.DestroyStreamForce(d.Context, h)))
	}
	return errors.Join(err, failed)
}
