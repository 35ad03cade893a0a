//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var exportedLine = regexp.MustCompile(`(?m)^DECLARED_(\w+)\((\w+), (.*)\)$`)

// exportedOf returns the lines of exported.h of one kind: name and the rest of the arguments.
func exportedOf(t *testing.T, kind string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, m := range exportedLine.FindAllStringSubmatch(text(t, "exported.h"), -1) {
		if m[1] == kind {
			all[m[2]] = m[3]
		}
	}
	require.NotEmpty(t, all)
	return all
}

var ownInclude = regexp.MustCompile(`(?m)^#include ".*"$`)

// allHeaders writes headers of our own declarations, laid out like an installed CANN, with
// codes as variables and one function deprecated, as the vendor's have them.
func allHeaders(t *testing.T, change func(text string) string) (include string) {
	t.Helper()
	var all string
	for _, header := range []string{"abi.h", "../../cmd/libascendcl/types.h", "../../cmd/libascendcl/functions.h"} {
		all += ownInclude.ReplaceAllString(text(t, header), "")
	}
	all = strings.Replace(all, "aclError aclrtGetVersion(", "__attribute__((deprecated)) aclError aclrtGetVersion(", 1)
	for name, value := range exportedOf(t, "VALUE") {
		if !strings.Contains(all, name+" = ") {
			all += fmt.Sprintf("enum { %s = %s };\n", name, value)
		}
	}
	for name, value := range exportedOf(t, "CODE") {
		all += fmt.Sprintf("static const int %s = %s;\n", name, value)
	}
	include = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(include, "acl"), 0o755))
	changed := change(all)
	require.NoError(t, os.WriteFile(filepath.Join(include, "acl", "acl.h"), []byte("#pragma once\n"+changed), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(include, "acl", "acl_rt_memory_soma.h"), nil, 0o644))
	return include
}

func checkAll(t *testing.T, include string, flags ...string) (says string, ok bool) {
	t.Helper()
	return compileCheck(t, include, "canncheckall.c", append(flags, "-c", "-Wall", "-Wno-unused", "-o", os.DevNull)...)
}

// Headers that agree make no output, also with a deprecated function, and those of 9.1 without
// the functions that came later.
func TestAllDeclarationsAgree(t *testing.T) {
	same := func(text string) string { return text }
	for _, level := range []string{"91", "92", "93"} {
		says, ok := checkAll(t, allHeaders(t, same), "-DCANNCHECK_RELEASE="+level)
		assert.True(t, ok, says)
		assert.Empty(t, says)
	}
	later := regexp.MustCompile(`(?m)^aclError aclrtRecordEventWithFlag\(.*$`)
	without := allHeaders(t, func(text string) string {
		require.Regexp(t, later, text)
		return later.ReplaceAllString(text, "")
	})
	says, ok := checkAll(t, without)
	assert.True(t, ok, says)
	assert.Empty(t, says)
	says, ok = checkAll(t, without, "-DCANNCHECK_RELEASE=92")
	assert.False(t, ok)
	assert.Contains(t, says, "aclrtRecordEventWithFlag")
}

func TestEachKindOfDifferenceIsFound(t *testing.T) {
	tests := map[string]struct{ old, new, want string }{
		"parameter changed":  {"aclrtDeviceGetUuid(int32_t deviceId", "aclrtDeviceGetUuid(uint32_t deviceId", "aclrtDeviceGetUuid is aclError"},
		"parameter added":    {"aclrtGetEventAvailNum(uint32_t *eventCount)", "aclrtGetEventAvailNum(uint32_t *eventCount, int kind)", "aclrtGetEventAvailNum is aclError"},
		"parameter gone":     {"aclrtGetDevicesTopo(uint32_t deviceId, ", "aclrtGetDevicesTopo(", "aclrtGetDevicesTopo is aclError"},
		"not const":          {"aclrtCheckArchCompatibility(const char *", "aclrtCheckArchCompatibility(char *", "aclrtCheckArchCompatibility is aclError"},
		"result changed":     {"uint32_t aclrtGetTaskIdFromExceptionInfo", "uint64_t aclrtGetTaskIdFromExceptionInfo", "aclrtGetTaskIdFromExceptionInfo is uint32_t"},
		"not variadic":       {"const char *fmt, ...)", "const char *fmt)", "aclAppLog is void"},
		"function gone":      {"aclError aclrtStreamStop(aclrtStream stream);", "", "aclrtStreamStop"},
		"attribute changed":  {"ACL_DEV_ATTR_PHY_CHIP_ID = 402", "ACL_DEV_ATTR_PHY_CHIP_ID = 403", "ACL_DEV_ATTR_PHY_CHIP_ID is 402"},
		"attribute gone":     {"ACL_DEV_ATTR_PHY_CHIP_ID = 402,", "", "ACL_DEV_ATTR_PHY_CHIP_ID"},
		"code changed":       {"ACL_ERROR_RT_SYS_DMA = 507013", "ACL_ERROR_RT_SYS_DMA = 507014", "ACL_ERROR_RT_SYS_DMA is 507013"},
		"code gone":          {"static const int ACL_ERROR_RT_SYS_DMA = 507013;", "", "ACL_ERROR_RT_SYS_DMA"},
		"code as a constant": {"static const int ACL_ERROR_RT_SYS_DMA = 507013;", "enum { ACL_ERROR_RT_SYS_DMA = 1 };", "ACL_ERROR_RT_SYS_DMA is 507013"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			include := allHeaders(t, func(text string) string {
				require.Contains(t, text, tt.old)
				return strings.Replace(text, tt.old, tt.new, 1)
			})
			says, ok := checkAll(t, include)
			assert.False(t, ok)
			assert.Contains(t, says, tt.want)
		})
	}
}

// Every function, attribute and code is checked: macros after the headers replace the right
// ones by wrong ones.
func TestEveryWrongExportIsFound(t *testing.T) {
	kinds := map[string]func(name, rest string) string{
		"FUNCTION": func(name, _ string) string { return "struct wrong; aclError wrong_" + name + "(struct wrong *);" },
		"VALUE":    func(name, rest string) string { return "enum { wrong_" + name + " = " + rest + " + 1 };" },
		"CODE":     func(name, rest string) string { return "static const int wrong_" + name + " = " + rest + " + 1;" },
	}
	for kind, declare := range kinds {
		t.Run(kind, func(t *testing.T) {
			all := exportedOf(t, kind)
			include := allHeaders(t, func(text string) string {
				for name, rest := range all {
					text += fmt.Sprintf("\n%s\n#undef %s\n#define %[2]s wrong_%[2]s\n", declare(name, rest), name)
				}
				return text
			})
			says, ok := checkAll(t, include, "-DCANNCHECK_RELEASE=93")
			assert.False(t, ok)
			for name := range all {
				assert.Contains(t, says, name+" is ")
			}
		})
	}
}

// exported.h has every function of the library and every code.
func TestExportsAreComplete(t *testing.T) {
	for kind, file := range map[string]string{"FUNCTION": "../../cmd/libascendcl/functions.tsv", "CODE": "../driver/codes.tsv"} {
		listed := exportedOf(t, kind)
		rows := regexp.MustCompile(`(?m)^(acl\w+|ACL_\w+)\t`).FindAllStringSubmatch(text(t, file), -1)
		assert.Len(t, listed, len(rows), file)
		for _, row := range rows {
			assert.Contains(t, listed, row[1])
		}
	}
}
