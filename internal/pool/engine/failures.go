// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
)

// Failures are streams that were found failed. They execute nothing more, so nobody waits
// for their frees.
type Failures struct {
	Streams []*core.Stream
	Errs    []error
}

// Add adds a stream and the error that it has failed with.
func (f *Failures) Add(s *core.Stream, err error) {
	f.Streams, f.Errs = append(f.Streams, s), append(f.Errs, err)
}

// Has reports whether a stream is among them.
func (f *Failures) Has(s *core.Stream) bool { return slices.Contains(f.Streams, s) }
