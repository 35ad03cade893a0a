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
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/driver"
)

// every class that a code can have; the others come from aclpool itself.
var codeClasses = []error{acl.ErrOutOfMemory, acl.ErrInvalid, acl.ErrNotSupported, acl.ErrTimeout, acl.ErrDevice}

func TestClassOfCode(t *testing.T) {
	tests := map[acl.Code]error{
		acl.CodeInvalidParam:          acl.ErrInvalid,
		acl.CodeRTParamInvalid:        acl.ErrInvalid,
		acl.CodeRTStreamContext:       acl.ErrInvalid,
		acl.CodeRTMemoryAllocation:    acl.ErrOutOfMemory,
		acl.CodeRTDeviceOOM:           acl.ErrOutOfMemory,
		acl.CodeRTNoStreamResource:    nil, // streams, not memory, have run out
		acl.CodeRTFeatureNotSupport:   acl.ErrNotSupported,
		acl.CodeNoSymbol:              acl.ErrNotSupported,
		acl.CodeCompilingStubMode:     acl.ErrNotSupported,
		acl.CodeRTStreamSyncTimeout:   acl.ErrTimeout,
		acl.CodeRTEventSyncTimeout:    acl.ErrTimeout,
		acl.CodeRTAICoreTimeout:       acl.ErrDevice, // the kernel was stopped: the stream has failed
		acl.CodeRTAICoreException:     acl.ErrDevice,
		acl.CodeRTLostHeartbeat:       acl.ErrDevice,
		acl.CodeRTAICoreOverFlow:      nil, // the work is done
		acl.CodeRTEndOfSequence:       nil,
		acl.CodeRTInternalError:       nil, // says nothing; the layer that knows the sizes adds a class
		acl.CodeRepeatInitialize:      nil,
		acl.Code(424242):              nil,
		acl.CodeRTModelAbortNormal:    nil,
		acl.CodeRTVectorCoreException: acl.ErrDevice,
		acl.CodeRTCaptureDependency:   nil,
		acl.CodeInvalidFile:           acl.ErrInvalid,
		acl.CodeAPINotSupport:         acl.ErrNotSupported,
		acl.CodeGEMemoryAllocation:    acl.ErrOutOfMemory,
		acl.CodeRTContextNull:         acl.ErrInvalid,
		acl.CodeRTInvalidHandle:       acl.ErrInvalid,
		acl.CodeRTResourceAllocFail:   nil,
		acl.CodeRTContextReleaseError: acl.ErrDevice,
		acl.CodeRTHBMMultiBitECCError: acl.ErrDevice,
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
