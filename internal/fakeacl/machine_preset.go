// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"strings"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// presets are the known products, the default first.
var presets = []struct {
	name   string
	config Config
}{
	{"A2", Config{Product: "Ascend910B3", Memory: 64 << 30, Pools: true}},
	{"A3", Config{Product: "Ascend910_9392", Memory: 64 << 30}},
	{"310P", Config{Product: "Ascend310P3", Memory: 21 << 30, DDR: true, MaxStreams: 1024, ContextStreams: 2, MaxEvents: 1023}},
}

// Preset returns the Config of a machine with one device of a product: A2, A3 or 310P. Empty
// means A2.
func Preset(name string) (Config, error) {
	var names []string
	for _, p := range presets {
		if name == p.name || name == "" {
			return p.config, nil
		}
		names = append(names, p.name)
	}
	return Config{}, fmt.Errorf("no simulated product %q: want one of %s: %w", name, strings.Join(names, ", "), errclass.Invalid)
}
