// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"os"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/errclass"
)

// hazardsVariable is the environment variable that switches the checks of stream order on.
const hazardsVariable = "ACLPOOL_HAZARDS"

// HazardsFromEnvironment returns what the environment asks for, nil for nothing. Reports go to
// the log, or without one to standard error. A value that is not known is errclass.Invalid.
func HazardsFromEnvironment(log *zap.Logger) (*Hazards, error) {
	switch value := os.Getenv(hazardsVariable); value {
	case "":
		return nil, nil
	case "report", "fail":
		return &Hazards{Report: reportTo(log), Fail: value == "fail"}, nil
	default:
		return nil, fmt.Errorf("%s is %q: want report or fail, or unset it: %w", hazardsVariable, value, errclass.Invalid)
	}
}

func reportTo(log *zap.Logger) func(hazard.Report) {
	if log == nil {
		return func(r hazard.Report) { fmt.Fprintln(os.Stderr, "aclpool:", r) }
	}
	return func(r hazard.Report) { log.Warn("aclpool: "+r.Short(), zap.Stringer("report", r)) }
}

// And returns h with another function that gets its reports. A nil h has none.
func (h *Hazards) And(report func(hazard.Report)) *Hazards {
	switch {
	case report == nil:
		return h
	case h == nil:
		return &Hazards{Report: report}
	}
	return &Hazards{Fail: h.Fail, Report: func(r hazard.Report) {
		report(r)
		h.Report(r)
	}}
}
