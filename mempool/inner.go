// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/stream"
)

// What other packages keep inside their objects; nil for no object.

func coreDevice(d *acl.Device) *core.Device { return d.Core() }

func coreStream(s *stream.Stream) *core.Stream { return s.Core() }

func coreEvent(e *event.Event) *core.Event { return e.Core() }

func viewOf(d *core.Device, p acl.DevicePtr, size uint64) acl.View { return acl.ViewOf(d, p, size) }
