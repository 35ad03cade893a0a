// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/aclerr"
)

// Err returns the failure of the stream's work that was noticed last, an [acl.ErrDevice],
// or nil. It makes no call to the device, so a program can ask before it enqueues work. A
// failure is noticed when a wait or query of the stream returns it, in any goroutine and
// also inside a pool; until then a stream that has failed has no Err. Once it has been
// returned, a later wait that succeeds removes it, since the stream went on. After Close, Err is [acl.ErrClosed].
func (s *Stream) Err() error {
	c := s.inner()
	if c.Gone() {
		return fmt.Errorf("stream: %w", c.ErrClosed())
	}
	f := c.Failure()
	if f == nil {
		return nil
	}
	return fmt.Errorf("stream: %q has failed: %w", c.Name, aclerr.Of(f.Op, f.Status))
}
