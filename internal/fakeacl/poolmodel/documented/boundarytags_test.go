// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestTag(t *testing.T) {
	tests := map[string]struct {
		tag  tag
		live uint64
		span uint32
	}{
		"nothing":                  {},
		"a live granule":           {tag: liveTag(driver.Granule), live: driver.Granule},
		"the largest allocation":   {tag: liveTag(^uint64(driver.Granule - 1)), live: ^uint64(driver.Granule - 1)},
		"the first span":           {tag: spanTag(1), span: 1},
		"the last span of so many": {tag: spanTag(1<<32 - 1), span: 1<<32 - 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.live, tt.tag.live())
			assert.Equal(t, tt.span, tt.tag.span())
		})
	}
}

func TestBoundaryTags(t *testing.T) {
	const size = 2*pageGranules*driver.Granule + driver.Granule
	tags := boundaryTags{size: size}
	set := map[uint64]tag{
		0:                                   spanTag(1),
		driver.Granule:                      liveTag(driver.Granule),
		(pageGranules - 1) * driver.Granule: spanTag(2),
		pageGranules * driver.Granule:       spanTag(3),
		size - driver.Granule:               liveTag(driver.Granule),
	}
	for off, m := range set {
		tags.set(off, m)
	}
	for off := uint64(0); off < size; off += driver.Granule {
		assert.Equal(t, set[off], tags.at(off), "at %d", off)
		assert.Zero(t, tags.at(off+driver.Granule/2), "inside a granule")
	}
	assert.Zero(t, tags.at(size), "behind the end")
	assert.Zero(t, tags.at(1<<63), "far behind the end")
	assert.Equal(t, len(set), tags.count())

	var empty boundaryTags
	assert.Zero(t, empty.at(0))
}
