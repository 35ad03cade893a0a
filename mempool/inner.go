// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/stream"
)

// These functions return the inner state of objects of other packages, or nil for nil.

func coreDevice(d *acl.Device) *core.Device { return (*opaque.Device)(d).Inner() }

func coreStream(s *stream.Stream) *core.Stream { return (*opaque.Stream)(s).Inner() }

func coreEvent(e *event.Event) *core.Event { return (*opaque.Event)(e).Inner() }
