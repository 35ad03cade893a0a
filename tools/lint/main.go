// SPDX-License-Identifier: Apache-2.0

// Lint is a tool for `go vet -vettool` with the analyzers of vet itself and analyzers for
// mistakes that neither vet nor staticcheck report. They run as part of vet so that the go
// command caches their results for each package. With vet's own among them, nothing has to
// run vet as well, which would analyze the standard library a second time.
package main

import (
	"log"
	"slices"

	"codeberg.org/polyfloyd/go-errorlint/errorlint"
	testifylint "github.com/Antonboom/testifylint/analyzer"
	"github.com/ldez/usetesting"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	log.SetFlags(0)
	unitchecker.Main(append(slices.Clone(vet.Suite),
		uncheckedErrors(),
		// errors compared with ==, causes lost by %v
		with(errorlint.NewAnalyzer(), map[string]string{"errorf": "true"}),
		assertions(),
		environment(),
	)...)
}

// assertions returns an analyzer of misuse of testify, such as swapped expected and actual
// values. Some of its checks are off, so the author of a test decides whether the test
// continues after an unexpected error, whether floats are compared exactly (times under
// testing/synctest are exact), whether a failure prints both values, which may be megabytes,
// and whether a message is only a name.
func assertions() *analysis.Analyzer {
	return with(testifylint.New(), map[string]string{
		"disable":                      "compares,float-compare,require-error",
		"formatter.require-string-msg": "false",
	})
}

// environment returns an analyzer of os.MkdirTemp, os.Chdir and their like in tests, where
// package testing has better ones. Its check of context.Background is off, because it reports
// cleanups as well: the context of a test is canceled before they run, so a Close there would
// not wait for the device.
func environment() *analysis.Analyzer {
	return with(usetesting.NewAnalyzer(), map[string]string{"contextbackground": "false"})
}

// with returns the analyzer with flags set.
func with(a *analysis.Analyzer, flags map[string]string) *analysis.Analyzer {
	for name, value := range flags {
		if err := a.Flags.Set(name, value); err != nil {
			log.Fatalf("lint: %s: -%s=%s: %v", a.Name, name, value, err)
		}
	}
	return a
}
