// SPDX-License-Identifier: Apache-2.0

package bytesize_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/pool/bytesize"
)

func TestTexts(t *testing.T) {
	for n, want := range map[uint64]struct{ count, approx, exact string }{
		0:              {"0 bytes", "0 B", "0"},
		1:              {"1 byte", "1 B", "1"},
		1023:           {"1023 bytes", "1023 B", "1023"},
		1024:           {"1024 bytes", "1 KiB", "1KiB"},
		1536:           {"1536 bytes", "1.5 KiB", "1536"},
		3 << 20:        {"3145728 bytes", "3 MiB", "3MiB"},
		1<<30 + 1<<20:  {"1074790400 bytes", "1.001 GiB", "1025MiB"},
		7 << 40:        {"7696581394432 bytes", "7 TiB", "7TiB"},
		1 << 50:        {"1125899906842624 bytes", "1 PiB", "1024TiB"},
		1 << 60:        {"1152921504606846976 bytes", "1 EiB", "1048576TiB"},
		math.MaxUint64: {"18446744073709551615 bytes", "16 EiB", "18446744073709551615"},
	} {
		assert.Equal(t, want.count, bytesize.Count(n))
		assert.Equal(t, want.approx, bytesize.Approx(n))
		assert.Equal(t, want.exact, bytesize.Exact(n))
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]uint64{"0": 0, "17": 17, "3MiB": 3 << 20, "3 KiB": 3 << 10, "1TiB": 1 << 40} {
		n, ok := bytesize.Parse(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, n, text)
	}
	for _, text := range []string{"", "KiB", "-1", "1.5GiB", "1kib", "1PiB", "1 B", "16777216TiB", "18446744073709551616"} {
		_, ok := bytesize.Parse(text)
		assert.False(t, ok, text)
	}
}

func TestExactIsParsed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64().Draw(t, "n") << rapid.IntRange(0, 63).Draw(t, "shift")
		got, ok := bytesize.Parse(bytesize.Exact(n))
		assert.True(t, ok)
		assert.Equal(t, n, got)
	})
}
