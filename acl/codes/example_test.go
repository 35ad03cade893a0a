// SPDX-License-Identifier: Apache-2.0

package codes_test

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
)

// The streams of a device have run out, which no class says.
func Example() {
	var err error = &acl.Error{Op: "aclrtCreateStream", Code: codes.RTNoStreamResource}
	fmt.Println(errors.Is(err, codes.RTNoStreamResource), errors.Is(err, acl.ErrOutOfMemory))
	fmt.Println(codes.RTNoStreamResource)
	// Output:
	// true false
	// ACL_ERROR_RT_NO_STREAM_RESOURCE
}
