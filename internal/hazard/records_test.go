// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recorded is the record of an event, which the rig's record alone does not hand in.
func (r *rig) recorded(stream, event string) {
	o := r.operation(stream, event)
	r.Recorded(o)
	o.Stamp.Release()
}

// TestRecordThatWasWaitedFor checks that a finding names the record at the place up to which
// the second operation is ordered, while it is one of the last.
func TestRecordThatWasWaitedFor(t *testing.T) {
	for name, tt := range map[string]struct {
		later int // records
		want  string
	}{
		"the last":        {0, "early"},
		"one of the last": {255, "early"},
		"before those":    {256, ""},
		"long before":     {1000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig()
			defer r.Close()
			r.malloc("", "malloc", block)
			r.recorded("a", "early")
			early := r.record("a")
			for i := range tt.later {
				r.recorded("c", fmt.Sprintf("event %d", i))
			}
			r.write("a", "write", block)
			r.wait("b", early)
			early.Release()
			r.read("b", "read", block)
			require.Len(t, r.found, 1)
			f := r.found[0]
			assert.Equal(t, uint64(1), f.Known)
			assert.Equal(t, tt.want, f.Recorded.Name)
			if tt.want != "" {
				assert.Equal(t, r.sites["early"], f.Recorded.Site)
				assert.Equal(t, "a", f.Recorded.Stream)
			}
		})
	}
}

// Other work at that place is not named.
func TestWorkThatIsNoRecord(t *testing.T) {
	r := newRig()
	defer r.Close()
	r.malloc("", "malloc", block)
	r.recorded("a", "event")
	r.read("a", "read", at(8192, 8))
	r.wait("b", r.record("a"))
	r.write("a", "write", block)
	r.read("b", "read on b", block)
	require.Len(t, r.found, 1)
	assert.Equal(t, uint64(2), r.found[0].Known)
	assert.Zero(t, r.found[0].Recorded)
}
