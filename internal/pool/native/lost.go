// SPDX-License-Identifier: Apache-2.0

package native

import (
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// lostChunks counts chunks whose free has failed: it is unknown what has become of their
// memory.
type lostChunks struct{ n, bytes atomic.Uint64 }

// lose counts and reports a lost chunk. It returns err.
func (n *Engine) lose(c engine.Chunk, err error) error {
	n.lost.n.Add(1)
	n.lost.bytes.Add(rounded(c))
	n.cfg.Log.Warn("aclpool: block lost: its free failed", n.object(),
		zap.Uint64("bytes", c.Size), zap.Uint64("address", c.Addr), zap.Error(err))
	return err
}
