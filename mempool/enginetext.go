// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
)

// MarshalText returns the text of [Engine.String]. It returns [acl.ErrInvalid] for a value
// that does not exist.
func (e Engine) MarshalText() ([]byte, error) {
	if e < EngineAuto || e > EngineCaching {
		return nil, fmt.Errorf("mempool: engine as text: %s: %w", e, acl.ErrInvalid)
	}
	return []byte(e.String()), nil
}

// UnmarshalText parses "auto", "native" or "caching". It returns [acl.ErrInvalid] for any
// other text.
func (e *Engine) UnmarshalText(text []byte) error {
	for known := EngineAuto; known <= EngineCaching; known++ {
		if string(text) == known.String() {
			*e = known
			return nil
		}
	}
	return fmt.Errorf("mempool: engine %q: want auto, native or caching: %w", text, acl.ErrInvalid)
}
