// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"testing"

	"github.com/ascend-go/aclpool/acltest"
)

func TestMain(m *testing.M) { acltest.Main(m) }
