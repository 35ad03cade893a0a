// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/stream"
)

// FreeAsync frees a block in the order of s. It returns at once; the host does not wait. The
// stream may be another one than the one that allocated the block. Its work so far must be
// ordered after every use of the block on other streams: the memory then belongs to s, and the
// next allocation on s may reuse it.
//
// It returns [acl.ErrInvalid] for the zero Block, a block of another pool, a nil stream and a
// stream of another device. It returns [acl.ErrClosed] and changes nothing if the block was
// freed before, even if another block has its address by then.
//
// If ACL refuses the free, the state of the memory is unknown. The block is then lost: it
// cannot be freed again, Stats counts it, and Close reports it. If the free must be deferred
// (see [Pool.FreeAfter] and [Pool.Engine]) and its event cannot be recorded, the block stays
// live.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreeAsync(s *stream.Stream, b Block) error { return free(p.inner.blocks, s, b) }

// FreePtr is FreeAsync for code that has only the address of a block, such as C code. It frees
// the live block that starts at the address. It cannot tell whether that is the block that the
// caller means: if the address was freed and allocated again, a second free by the old address
// frees the wrong block. It searches all blocks of the pool, so FreeAsync is faster, too. It
// returns [acl.ErrInvalid] if no live block of this pool starts at the address.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreePtr(s *stream.Stream, ptr acl.DevicePtr) error {
	b, err := p.inner.blocks.At(driver.Addr(ptr))
	if err != nil {
		return fmt.Errorf("mempool: free address %#x of %q: %w", uint64(ptr), p.Name(), err)
	}
	return free(p.inner.blocks, s, Block{b})
}

func free(t *blocks.Table, s *stream.Stream, b Block) error {
	if err := t.Free(coreStream(s), b.inner); err != nil {
		return freeError(b, err)
	}
	return nil
}

func freeError(b Block, err error) error { return fmt.Errorf("mempool: free %s: %w", b, err) }
