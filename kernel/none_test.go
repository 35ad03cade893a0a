// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/kernel"
)

// Go hands the methods of what is embedded on to whoever embeds it.
func TestBinaryHasNoMethodsOfItsInnerState(t *testing.T) {
	var names []string
	for m := range reflect.TypeFor[*kernel.Binary]().Methods() {
		names = append(names, m.Name)
	}
	assert.Equal(t, []string{"Close", "Function", "Name"}, names)
}
