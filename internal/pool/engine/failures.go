// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
)

// Failures are streams that have failed. They execute nothing more, so their frees are not
// waited for.
type Failures struct {
	Streams []*core.Stream
	Errs    []error
}

// Add adds a stream and its error.
func (f *Failures) Add(s *core.Stream, err error) {
	f.Streams, f.Errs = append(f.Streams, s), append(f.Errs, err)
}

// Has reports whether a stream was added.
func (f *Failures) Has(s *core.Stream) bool { return slices.Contains(f.Streams, s) }
