// SPDX-License-Identifier: Apache-2.0

package visible_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/visible"
)

func TestParse(t *testing.T) {
	for list, want := range map[string]visible.List{
		"0":           {Devices: []int32{0}},
		"1,3":         {Devices: []int32{1, 3}},
		"0,1,2,3":     {Devices: []int32{0, 1, 2, 3}},
		"":            {Problem: `"" is not the number of a device`},
		",1":          {Problem: `"" is not the number of a device`},
		"all":         {Problem: `"all" is not the number of a device`},
		"4":           {Problem: "there is no device 4"},
		"-1":          {Problem: `"-1" is not the number of a device`},
		"+1":          {Problem: `"+1" is not the number of a device`},
		"99999999999": {Problem: `"99999999999" is not the number of a device`},
		"1, 2":        {Devices: []int32{1}, Problem: `" 2" is not the number of a device`},
		"1,x,2":       {Devices: []int32{1}, Problem: `"x" is not the number of a device`},
		"0,2,4":       {Devices: []int32{0, 2}, Problem: "there is no device 4"},
		"1,":          {Devices: []int32{1}, Problem: `"" is not the number of a device`},
		"2,1":         {Problem: "1 follows 2: want ascending order"},
		"0,1,1":       {Problem: "1 follows 1: want ascending order"},
	} {
		assert.Equal(t, want, visible.Parse(list, 4), "%q", list)
	}
}

func TestWhatAListHides(t *testing.T) {
	for list, want := range map[string]string{
		"1,2": "all devices are hidden but 1, 2, which this process numbers from 0",
		"3":   "all devices are hidden but 3, which this process numbers from 0",
		"1,x": `all devices are hidden but 1, which this process numbers from 0; "x" is not the number of a device`,
		"2,1": "all devices are hidden; 1 follows 2: want ascending order",
		"":    `all devices are hidden; "" is not the number of a device`,
	} {
		assert.Equal(t, want, visible.Parse(list, 4).String(), "%q", list)
	}
}
