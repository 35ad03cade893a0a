//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/hazard"
)

// reporting has the library print violations of stream order.
const reporting = "ACLPOOL_SIM_HAZARDS=report"

// wrong are the cases of the program hazards with what they violate, and words of the report.
var wrong = map[string]struct {
	kind hazard.Kind
	says []string
}{
	"write_write":           {hazard.WriteAfterWrite, []string{"aclrtMemsetAsync (writes), work 1 of stream", "has not waited for any work"}},
	"halves":                {hazard.WriteAfterWrite, []string{"1 byte at offset 511 of device memory of 1024 bytes"}},
	"read_write":            {hazard.WriteAfterRead, []string{"aclrtMemcpyAsync (reads), work 2", "only up to work 1"}},
	"write_read":            {hazard.ReadAfterWrite, []string{"aclrtMemcpyAsync (reads)"}},
	"pinned_write_read":     {hazard.ReadAfterWrite, []string{"pinned memory of 1024 bytes", "aclrtMallocHost"}},
	"at_once":               {hazard.ReadAfterWrite, []string{"aclrtMemcpy (reads)", "The program has not waited"}},
	"queried":               {hazard.WriteAfterWrite, []string{"aclrtMemset (writes)"}},
	"use_after_free":        {hazard.UseAfterFree, []string{"aclrtMemPoolFreeAsync, work 3", `aclpoolSimLaunch, kernel "writes" (reads and writes), work 4`}},
	"free_during_use":       {hazard.UnorderedFree, []string{"aclrtMemsetAsync (writes)", "aclrtMemPoolFreeAsync", "Record an event on stream"}},
	"free_before_kernel":    {hazard.UnorderedFree, []string{`used:      aclpoolSimLaunch, kernel "writes"`, "freed:     aclrtFree"}},
	"plain_free_during_use": {hazard.UnorderedFree, []string{"freed:     aclrtFree"}},
	"host_free_during_use":  {hazard.UnorderedFree, []string{"freed:     aclrtFreeHost"}},
	"use_before_allocation": {hazard.UnorderedUse, []string{"aclrtMemPoolMallocAsync, work 1", "aclrtMemsetAsync (writes)"}},
	"second_free":           {hazard.DoubleFree, []string{"again:     aclrtFree"}},
	"beyond":                {hazard.OutOfBounds, []string{"1 byte at offset 1024"}},
	"unwritten":             {hazard.Unwritten, []string{"aclrtMemcpyAsync (reads)"}},
	"unwritten_by_kernel":   {hazard.Unwritten, []string{"aclrtMemcpyAsync (reads), work 2"}},
	"unrecorded":            {hazard.UnrecordedWait, []string{"aclrtStreamWaitEvent"}},
	"source_changed":        {hazard.Changed, []string{"pinned memory of 1024 bytes", "aclrtMemcpyAsync (reads)"}},
	"changed_by_kernel":     {hazard.Changed, []string{`kernel "cheats"`, "aclpoolSimMemory"}},
	"kernels":               {hazard.WriteAfterRead, []string{`kernel "reads", argument 0 (reads)`, `kernel "writes" (reads and writes)`}},
	"carved":                {hazard.UseAfterFree, []string{"allocated: aclpoolSimNoteMalloc", "freed:     aclpoolSimNoteFree"}},
}

// Each wrong case has its report, and no right one has any.
func TestHazardsOfPrograms(t *testing.T) {
	path := program(t, "hazards", linked(t, library(t))...)
	out := command(t, []string{reporting}, path)
	seen := 0
	for part := range strings.SplitSeq(out, "== ") {
		title, reports, _ := strings.Cut(part, "\n")
		name, is, _ := strings.Cut(title, " ")
		switch is {
		case "right":
			assert.Empty(t, reports, name)
		case "wrong":
			seen++
			w, known := wrong[name]
			require.True(t, known, name)
			assert.Equal(t, []string{w.kind.String()}, reported(reports), "%s: %s", name, reports)
			for _, words := range w.says {
				assert.Contains(t, reports, words, name)
			}
		}
	}
	assert.Equal(t, len(wrong), seen)
	assert.Empty(t, reported(command(t, nil, path)), "nothing is checked unless the program asks")
}

// A call that violates the order fails where it says so, and so does a bad value.
func TestHazardsFail(t *testing.T) {
	path := program(t, "hazards", linked(t, library(t))...)
	out := failing(t, []string{"ACLPOOL_SIM_HAZARDS=fail"}, path)
	assert.Contains(t, out, "is 107000: EE1018: aclrtMemsetAsync: hazard: write not ordered after a write")
	out = failing(t, []string{"ACLPOOL_SIM_HAZARDS=yes"}, path)
	assert.Contains(t, out, `ACLPOOL_SIM_HAZARDS is "yes": want off, report or fail`)
}

var reportLine = regexp.MustCompile(`(?m)^libascendcl: hazard: ([a-z ]+)`)

// reported returns the kinds of the reports in an output, each once.
func reported(out string) (kinds []string) {
	for _, m := range reportLine.FindAllStringSubmatch(out, -1) {
		kinds = append(kinds, m[1])
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// checkReports checks that a program has no reports but of what it does wrong on purpose.
func (p cProgram) checkReports(t *testing.T, out string) {
	t.Helper()
	var want []string
	for _, k := range p.wrong {
		want = append(want, k.String())
	}
	slices.Sort(want)
	assert.Equal(t, want, reported(out), out)
}
