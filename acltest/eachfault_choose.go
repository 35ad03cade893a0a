// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// faultCall is a call of a scenario: the n-th of a function, from 1. The zero value is none.
type faultCall struct {
	function string
	n        int
}

func (c faultCall) String() string { return fmt.Sprintf("%s#%d", c.function, c.n) }

// Numbers of calls that EachFault makes fail at most.
const (
	mostShort = 25
	mostLong  = 2000
)

// choose returns the calls that are made to fail, in the order of the scenario.
func (cfg FaultConfig) choose(t *testing.T, calls []faultCall) []faultCall {
	most := cfg.Most
	switch {
	case namesSubtest(t):
		return calls
	case most > 0:
	case testing.Short():
		most = mostShort
	default:
		most = mostLong
	}
	if len(calls) <= most {
		return calls
	}
	t.Logf("acltest: %d of %d calls are made to fail, chosen by seed %d", most, len(calls), cfg.Seed)
	random := rand.New(rand.NewPCG(cfg.Seed, 0))
	turn := map[string]int{} // of each function
	type candidate struct{ index, turn int }
	candidates := make([]candidate, len(calls))
	for i, at := range random.Perm(len(calls)) {
		f := calls[at].function
		candidates[i] = candidate{at, turn[f]}
		turn[f]++
	}
	// One call of each function comes first, then a second one of each.
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.turn, b.turn) })
	candidates = candidates[:most]
	slices.SortFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.index, b.index) })
	chosen := make([]faultCall, most)
	for i, c := range candidates {
		chosen[i] = calls[c.index]
	}
	return chosen
}

// namesSubtest reports whether the flag -run names subtests of a test.
func namesSubtest(t *testing.T) bool {
	run := flag.Lookup("test.run")
	return run != nil && strings.Count(run.Value.String(), "/") > strings.Count(t.Name(), "/")
}
