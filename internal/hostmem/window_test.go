// SPDX-License-Identifier: Apache-2.0

package hostmem_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/hostmem"
)

const piece = 64 << 10 // a multiple of the unit of mappings on every system

// Mappings of one piece see the same bytes, side by side and in different windows, and the
// bytes last while it is mapped nowhere.
func TestPieceAtSeveralPlaces(t *testing.T) {
	store := new(hostmem.Store)
	defer func() { require.NoError(t, store.Close()) }()
	one, other := window(t, 8*piece), window(t, 4*piece)
	p := allocate(t, store, piece)
	q := allocate(t, store, 2*piece)
	require.NoError(t, one.Map(2*piece, p))
	require.NoError(t, one.Map(3*piece, q))
	require.NoError(t, one.Map(5*piece, p))
	require.NoError(t, other.Map(0, p))

	all := view(t, one, 2*piece, 4*piece)
	for i := range all {
		all[i] = byte(i / piece)
	}
	assert.Equal(t, byte(3), all[0], "the last mapping of the piece has been written last")
	assert.Equal(t, byte(3), view(t, other, 0, piece)[piece-1])

	require.NoError(t, one.Release(0, 8*piece))
	require.NoError(t, other.Release(0, piece))
	require.NoError(t, other.Map(2*piece, p))
	assert.Equal(t, byte(3), view(t, other, 2*piece, 1)[0])
	require.NoError(t, p.Free())
	assert.Equal(t, byte(3), view(t, other, 2*piece, 1)[0], "a mapping keeps the memory")
	require.ErrorIs(t, other.Map(0, p), os.ErrClosed)
}

func TestWindowRefuses(t *testing.T) {
	store := new(hostmem.Store)
	w := window(t, 4*piece)
	p := allocate(t, store, 2*piece)
	require.NoError(t, w.Map(piece, p))
	for name, tt := range map[string]struct {
		err  error
		want error
	}{
		"overlap at the start": {w.Map(0, p), os.ErrExist},
		"overlap at the end":   {w.Map(2*piece, p), os.ErrExist},
		"not a multiple":       {w.Map(1, p), os.ErrInvalid},
		"beyond the end":       {w.Map(3*piece, p), os.ErrInvalid},
		"far beyond the end":   {w.Map(1<<60, p), os.ErrInvalid},
		"part of a piece":      {w.Release(0, 2*piece), os.ErrInvalid},
		"unmap beyond the end": {w.Release(piece, 4*piece), os.ErrInvalid},
	} {
		assert.ErrorIs(t, tt.err, tt.want, name)
	}
	_, err := store.Allocate(0)
	require.ErrorIs(t, err, os.ErrInvalid)
	_, err = store.Allocate(1 << 63)
	require.ErrorIs(t, err, os.ErrInvalid)
	_, err = hostmem.ReserveWindow(0)
	require.ErrorIs(t, err, os.ErrInvalid)
	_, err = hostmem.ReserveWindow(1<<64 - 1)
	require.ErrorIs(t, err, os.ErrInvalid)

	require.NoError(t, store.Close())
	require.NoError(t, store.Close())
	_, err = store.Allocate(piece)
	require.ErrorIs(t, err, os.ErrClosed)
	assert.Equal(t, byte(0), view(t, w, piece, 1)[0], "a mapping lasts longer than the store")
	require.NoError(t, w.Close())
	require.NoError(t, w.Close())
	_, err = w.Bytes(0, 1)
	require.ErrorIs(t, err, os.ErrClosed)
	require.ErrorIs(t, w.Map(0, p), os.ErrClosed)
}

// What windows show, against a model in which a piece is an array.
func TestWindowProperties(t *testing.T) {
	const size = 12
	rapid.Check(t, func(t *rapid.T) {
		store := new(hostmem.Store)
		defer func() { require.NoError(t, store.Close()) }()
		w, err := hostmem.ReserveWindow(size * piece)
		require.NoError(t, err)
		defer func() { require.NoError(t, w.Close()) }()
		type model struct {
			piece *hostmem.Piece
			bytes []byte // one for each unit
		}
		var pieces []*model
		at := map[int]*model{} // by first unit
		unitsOf := func(off int) (m *model, from int) {
			for start, m := range at {
				if start <= off && off < start+len(m.bytes) {
					return m, start
				}
			}
			return nil, 0
		}
		t.Repeat(map[string]func(*rapid.T){
			"allocate": func(t *rapid.T) {
				n := rapid.IntRange(1, 4).Draw(t, "units")
				p, err := store.Allocate(uint64(n) * piece)
				require.NoError(t, err)
				require.EqualValues(t, n*piece, p.Size())
				pieces = append(pieces, &model{p, make([]byte, n)})
			},
			"map": func(t *rapid.T) {
				if len(pieces) == 0 {
					return
				}
				m := rapid.SampledFrom(pieces).Draw(t, "piece")
				off := rapid.IntRange(0, size-1).Draw(t, "unit")
				free := off+len(m.bytes) <= size
				for i := off; free && i < off+len(m.bytes); i++ {
					taken, _ := unitsOf(i)
					free = taken == nil
				}
				err := w.Map(uint64(off)*piece, m.piece)
				require.Equal(t, free, err == nil, "%v", err)
				if free {
					at[off] = m
				}
			},
			"unmap": func(t *rapid.T) {
				off := rapid.IntRange(0, size-1).Draw(t, "unit")
				if m := at[off]; m != nil {
					require.NoError(t, w.Release(uint64(off)*piece, m.piece.Size()))
					delete(at, off)
				}
			},
			"write": func(t *rapid.T) {
				off := rapid.IntRange(0, size-1).Draw(t, "unit")
				if m, from := unitsOf(off); m != nil {
					m.bytes[off-from] = rapid.Byte().Draw(t, "byte")
					b, err := w.Bytes(uint64(off)*piece+7, 1)
					require.NoError(t, err)
					b[0] = m.bytes[off-from]
				}
			},
			"": func(t *rapid.T) {
				for start, m := range at {
					for i, want := range m.bytes {
						b, err := w.Bytes(uint64(start+i)*piece+7, 1)
						require.NoError(t, err)
						require.Equal(t, want, b[0], "unit %d of the piece at %d", i, start)
					}
				}
			},
		})
	})
}

func window(t *testing.T, size uint64) *hostmem.Window {
	t.Helper()
	w, err := hostmem.ReserveWindow(size)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return w
}

func allocate(t *testing.T, s *hostmem.Store, size uint64) *hostmem.Piece {
	t.Helper()
	p, err := s.Allocate(size)
	require.NoError(t, err)
	return p
}

func view(t *testing.T, w *hostmem.Window, off, n uint64) []byte {
	t.Helper()
	b, err := w.Bytes(off, n)
	require.NoError(t, err)
	return b
}
