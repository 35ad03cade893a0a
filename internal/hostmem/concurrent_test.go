// SPDX-License-Identifier: Apache-2.0

package hostmem_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/hostmem"
)

// Goroutines with neighbouring parts of a range do not disturb one another.
func TestPartsAreIndependent(t *testing.T) {
	const workers, rounds = 8, 200
	n := 2 * page
	r := reserve(t, workers*n)

	// live lets one worker use its part. It must read only what it has written itself.
	live := func(w uint64) error {
		off := w * n
		for round := range rounds {
			if err := r.Commit(off, n); err != nil {
				return err
			}
			b, err := r.Bytes(off, n)
			if err != nil {
				return err
			}
			if !bytes.Equal(b, make([]byte, n)) {
				return fmt.Errorf("part %d, round %d: not zero", w, round)
			}
			mine := bytes.Repeat([]byte{byte(w + 1)}, int(n))
			copy(b, mine)
			if !bytes.Equal(b, mine) {
				return fmt.Errorf("part %d, round %d: not what was written", w, round)
			}
			if err := r.Release(off, n); err != nil {
				return err
			}
		}
		return nil
	}
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for w := range errs {
		wg.Go(func() { errs[w] = live(uint64(w)) })
	}
	wg.Wait()
	assert.NoError(t, errors.Join(errs...))
}

// Close waits for running calls, and later ones return an error. So no call reaches addresses
// that the process may use for something else after Close.
func TestCloseBesideOtherCalls(t *testing.T) {
	const workers = 4
	for range 50 {
		r, err := hostmem.Reserve(workers * page)
		require.NoError(t, err)
		errs := make([]error, workers)
		var wg, started sync.WaitGroup
		started.Add(workers)
		for w := range errs {
			wg.Go(func() {
				off := uint64(w) * page
				for i := 0; ; i++ {
					err := errors.Join(r.Commit(off, page), r.Release(off, page))
					if i == 0 {
						started.Done()
					}
					if err != nil {
						errs[w] = err
						return
					}
				}
			})
		}
		started.Wait()
		closed := make([]error, 2)
		for i := range closed {
			wg.Go(func() { closed[i] = r.Close() })
		}
		wg.Wait()
		require.NoError(t, errors.Join(closed...))
		for _, err := range errs {
			require.ErrorIs(t, err, os.ErrClosed)
		}
	}
}
