// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/ability"
)

// Kind names an engine.
type Kind int

// Engines.
const (
	Auto    Kind = iota // the one that fits the device
	Native              // ACL's own pools
	Caching             // a pool in Go on plain allocations
)

// String returns the name of the engine.
func (k Kind) String() string {
	switch k {
	case Auto:
		return "auto"
	case Native:
		return "native"
	case Caching:
		return "caching"
	}
	return fmt.Sprintf("Engine(%d)", int(k))
}

// Info is which engine a pool has, and why.
type Info struct {
	Kind     Kind
	Reason   string
	Findings *ability.Findings // what the engine was found to do; nil if it does everything
}

// Choose returns the engine for a pool that asks for a kind. An engine that this release
// does not have is errclass.NotSupported, anything else errclass.Invalid.
func Choose(asked Kind) (chosen Kind, reason string, err error) {
	switch asked {
	case Auto:
		return Native, "Auto takes ACL's own pools, the one engine of this release", nil
	case Native:
		return Native, "the Config asks for it", nil
	case Caching:
		return 0, "", fmt.Errorf("the caching engine is not in this release; use Auto or Native: %w", errclass.NotSupported)
	}
	return 0, "", fmt.Errorf("%s: want Auto, Native or Caching: %w", asked, errclass.Invalid)
}
