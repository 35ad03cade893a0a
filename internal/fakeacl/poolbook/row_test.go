// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestMark(t *testing.T) {
	tests := map[string]struct {
		mark mark
		live uint64
		span uint32
	}{
		"nothing":                  {},
		"a live granule":           {mark: liveMark(driver.Granule), live: driver.Granule},
		"the largest allocation":   {mark: liveMark(^uint64(driver.Granule - 1)), live: ^uint64(driver.Granule - 1)},
		"the first span":           {mark: spanMark(1), span: 1},
		"the last span of so many": {mark: spanMark(1<<32 - 1), span: 1<<32 - 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.live, tt.mark.live())
			assert.Equal(t, tt.span, tt.mark.span())
		})
	}
}

func TestRow(t *testing.T) {
	const size = 2*pageGranules*driver.Granule + driver.Granule
	r := row{size: size}
	set := map[uint64]mark{
		0:                                   spanMark(1),
		driver.Granule:                      liveMark(driver.Granule),
		(pageGranules - 1) * driver.Granule: spanMark(2),
		pageGranules * driver.Granule:       spanMark(3),
		size - driver.Granule:               liveMark(driver.Granule),
	}
	for off, m := range set {
		r.set(off, m)
	}
	for off := uint64(0); off < size; off += driver.Granule {
		assert.Equal(t, set[off], r.at(off), "at %d", off)
		assert.Zero(t, r.at(off+driver.Granule/2), "inside a granule")
	}
	assert.Zero(t, r.at(size), "behind the end")
	assert.Zero(t, r.at(1<<63), "far behind the end")
	assert.Equal(t, len(set), r.marks())

	var empty row
	assert.Zero(t, empty.at(0))
}
