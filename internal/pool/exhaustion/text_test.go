// SPDX-License-Identifier: Apache-2.0

package exhaustion_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/pool/exhaustion"
)

func TestReportText(t *testing.T) {
	const mib = 1 << 20
	ofPool := exhaustion.Report{
		Pool: "kv", Stream: "a stream with a long name", Requested: 3 * mib, Rounded: 4 * mib,
		Used: 6 * mib, Cached: 2 * mib, Pending: mib, Limit: 8 * mib,
		DeviceFree: 5, DeviceTotal: 9, PendingOn: []string{"copy"}, Err: errors.New("refused"),
	}
	advised, listed, ofDevice := ofPool, ofPool, ofPool
	advised.Advice = "free blocks"
	listed.Index, listed.Together = 1, 3
	ofDevice.OfDevice, ofDevice.Others = true, []exhaustion.PoolUsage{{Pool: "late", Used: 1, Cached: 3, Pending: 2, Streams: []string{"b", "c"}}}
	for name, tt := range map[string]struct {
		report exhaustion.Report
		want   string
	}{
		"of the pool":   {ofPool, `mempool: allocate 3 MiB from "kv" on "a stream wit…": out of memory: 6 MiB used, 2 MiB cached, 1 MiB pending of 8 MiB`},
		"with advice":   {advised, `mempool: allocate 3 MiB from "kv" on "a stream wit…": out of memory: 6 MiB used, 2 MiB cached, 1 MiB pending of 8 MiB: free blocks`},
		"of a list":     {listed, `mempool: allocate 3 MiB (2 of 3) from "kv" on "a stream wit…": out of memory: 6 MiB used, 2 MiB cached, 1 MiB pending of 8 MiB`},
		"of the device": {ofDevice, `mempool: allocate 3 MiB from "kv" on "a stream wit…": out of memory: the device has 5 B of 9 B free, the pool 2 MiB cached`},
	} {
		assert.Equal(t, tt.want, tt.report.Error(), name)
		assert.Equal(t, tt.want, fmt.Sprintf("%v", &tt.report), name)
		assert.Equal(t, fmt.Sprintf("%q", tt.want), fmt.Sprintf("%q", &tt.report), name)
	}
	assert.Equal(t, ofDevice.Error()+`
  3145728 bytes, rounded up to 4194304, from "kv" on stream "a stream with a long name"
  pool: 6291456 bytes used, 2097152 cached, 1048576 of them pending on ["copy"]; at most 8388608
  device: 5 of 9 bytes free
  pool "late" of the device: 1 bytes used, 3 cached, 2 of them pending on ["b" "c"]
  ACL: refused`, fmt.Sprintf("%+v", &ofDevice))
}
