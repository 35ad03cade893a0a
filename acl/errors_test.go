// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/driver"
)

// every class that a code can have; the others come from aclpool itself.
var codeClasses = []error{acl.ErrOutOfMemory, acl.ErrInvalid, acl.ErrNotSupported, acl.ErrTimeout, acl.ErrDevice}

func TestClassOfCode(t *testing.T) {
	tests := map[acl.Code]error{
		codes.InvalidParam:          acl.ErrInvalid,
		codes.RTParamInvalid:        acl.ErrInvalid,
		codes.RTStreamContext:       acl.ErrInvalid,
		codes.RTMemoryAllocation:    acl.ErrOutOfMemory,
		codes.RTDeviceOOM:           acl.ErrOutOfMemory,
		codes.RTNoStreamResource:    nil, // streams, not memory, have run out
		codes.RTFeatureNotSupport:   acl.ErrNotSupported,
		codes.NoSymbol:              acl.ErrNotSupported,
		codes.CompilingStubMode:     acl.ErrNotSupported,
		codes.RTStreamSyncTimeout:   acl.ErrTimeout,
		codes.RTEventSyncTimeout:    acl.ErrTimeout,
		codes.RTAICoreTimeout:       acl.ErrDevice, // the kernel was stopped: the stream has failed
		codes.RTAICoreException:     acl.ErrDevice,
		codes.RTLostHeartbeat:       acl.ErrDevice,
		codes.RTAICoreOverFlow:      nil, // the work is done
		codes.RTEndOfSequence:       nil,
		codes.RTInternalError:       nil, // says nothing; the layer that knows the sizes adds a class
		codes.RepeatInitialize:      nil,
		acl.Code(424242):            nil,
		codes.RTModelAbortNormal:    nil,
		codes.RTVectorCoreException: acl.ErrDevice,
		codes.RTCaptureDependency:   nil,
		codes.InvalidFile:           acl.ErrInvalid,
		codes.APINotSupport:         acl.ErrNotSupported,
		codes.GEMemoryAllocation:    acl.ErrOutOfMemory,
		codes.RTContextNull:         acl.ErrInvalid,
		codes.RTInvalidHandle:       acl.ErrInvalid,
		codes.RTResourceAllocFail:   nil,
		codes.RTContextReleaseError: acl.ErrDevice,
		codes.RTHBMMultiBitECCError: acl.ErrDevice,
	}
	for code, want := range tests {
		err := fmt.Errorf("wrapped: %w", aclerr.Of("aclrtCall", driver.Fail(driver.Code(code), "")))
		for _, class := range codeClasses {
			assert.Equal(t, errors.Is(want, class), errors.Is(err, class), "%s is %v", code, class)
		}
		require.ErrorIs(t, err, code)
	}
}

func TestWiderClasses(t *testing.T) {
	tests := map[error]error{
		acl.ErrClosed:      os.ErrClosed,
		acl.ErrTimeout:     os.ErrDeadlineExceeded,
		acl.ErrNotRecorded: acl.ErrInvalid,
		acl.ErrNotReady:    acl.ErrInvalid,
		acl.ErrNoTiming:    acl.ErrInvalid,
	}
	for narrow, wide := range tests {
		require.ErrorIs(t, narrow, wide)
		require.NotErrorIs(t, wide, narrow)
	}
	assert.NotErrorIs(t, acl.ErrNotReady, acl.ErrNotRecorded)
}

func TestErrorText(t *testing.T) {
	tests := map[string]struct {
		status driver.Status
		want   string
	}{
		"with a text": {
			driver.Fail(driver.RTStreamContext, "stream not in current context"),
			"acl: aclrtCall: ACL_ERROR_RT_STREAM_CONTEXT (107003): stream not in current context",
		},
		"without": {
			driver.Fail(driver.RTParamInvalid, ""),
			"acl: aclrtCall: ACL_ERROR_RT_PARAM_INVALID (107000)",
		},
		"unknown code": {
			driver.Fail(424242, ""),
			"acl: aclrtCall: ACL_ERROR(424242) (424242)",
		},
		"missing function": {
			driver.Fail(driver.CodeNoSymbol, "aclrtCall"),
			"acl: aclrtCall: the loaded library does not have this function",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := aclerr.Of("aclrtCall", tt.status)
			require.EqualError(t, err, tt.want)
			e, ok := errors.AsType[*acl.Error](err)
			require.True(t, ok)
			assert.Equal(t, "aclrtCall", e.Op)
		})
	}
	require.NoError(t, aclerr.Of("aclrtCall", driver.Status{}))
}
