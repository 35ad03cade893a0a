// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// programs are small programs with the violations that they have.
type programs map[string]struct {
	run  func(r *rig)
	want []string
}

func (p programs) test(t *testing.T) {
	for name, tt := range p {
		t.Run(name, func(t *testing.T) {
			if tt.want == nil {
				tt.want = []string{}
			}
			for _, forget := range []bool{false, true} {
				r := newRig()
				r.forget = forget
				tt.run(r)
				assert.Equal(t, tt.want, texts(r.found))
				r.Close()
				assert.Zero(t, r.Kept())
			}
		})
	}
}

var block = at(4096, 100)
