// SPDX-License-Identifier: Apache-2.0

package repotest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

const planted = "internal/errclass/planted.go"

// source returns the text of a Go file: a licence line and this text below it.
func source(text string) string { return "// " + spdx + "\n\n" + text + "\n" }

// errclass returns the text of a Go file of package errclass, below whose package clause is
// this text.
func errclass(text string) string { return source("package errclass\n\n" + text) }

// Every check is run on a tree with a planted fault, and must report that fault.
func TestPlantedFaults(t *testing.T) {
	tests := map[string]struct {
		check      check
		path, text string
		says       string
	}{
		"no licence": {
			checkLicenceLines, planted, "package errclass\n", planted,
		},
		"constraint below the licence": {
			checkBuildConstraintForm, planted, source("//go:build linux\n\npackage errclass"), planted + ":3",
		},
		"unfinished work": {
			checkForbiddenWords, planted, source("package errclass // TO" + "DO"), planted + ":3",
		},
		"import upwards": {
			checkImportsPointDownwards, planted, errclass(`import _ "github.com/ascend-go/aclpool/acl"`),
			planted + " imports acl, which is not in a layer below",
		},
		"package without a layer": {
			checkEveryPackageHasALayer, "planted/planted.go", source("package planted"), "planted is in no layer",
		},
		"unsafe": {
			checkConfinedImports, planted, errclass(`import _ "unsafe"`), planted + ` imports "unsafe"`,
		},
		"locked thread": {
			checkNoGoroutineIsLockedToAThread, planted,
			errclass("import \"runtime\"\n\nfunc planted() { runtime.LockOSThread() }"), planted + ":7",
		},
		"testing outside tests": {
			checkTestingStaysInTests, planted, errclass(`import _ "testing"`), planted + ` imports "testing"`,
		},
		"third party": {
			checkThirdPartyImports, planted, errclass(`import _ "github.com/stretchr/testify/assert"`),
			planted + ` imports "github.com/stretchr/testify/assert"`,
		},
		"order of imports": {
			checkImportOrder, planted, errclass("import (\n\t_ \"go.uber.org/zap\"\n\t_ \"errors\"\n)"),
			`"errors" is below a later group`,
		},
		"API without its list": {
			checkListsOfTheAPI, "acl/planted.go", source("package acl\n\n// Planted is new.\nfunc Planted() {}"), "+ func Planted()",
		},
		"internal type": {
			checkNoInternalTypeInAPublicSignature, "acl/planted.go",
			source("package acl\n\nimport \"github.com/ascend-go/aclpool/internal/core\"\n\nfunc Planted() *core.Device { return nil }"),
			"mentions package core",
		},
		"opaque type with an exported field": {
			checkOpaqueTypesHaveNoExportedFields, "internal/opaque/planted.go",
			source("package opaque\n\ntype Planted struct{ Field int }"), "field Field",
		},
		"no comment": {
			checkExportedNamesHaveComments, "acl/planted.go", source("package acl\n\nfunc Planted() {}"), "Planted has no doc comment",
		},
		"no package comment": {
			checkPackagesHaveComments, "planted/planted.go", source("package planted"), "planted has 0 package comments",
		},
		"no Source line": {
			checkWrappersNameTheirSource, "acl/planted.go",
			source("package acl\n\n// Planted frees.\nfunc Planted() string { return \"aclrtFree\" }"), "has no Source line",
		},
		"Source line without a header": {
			checkSourceLines, "acl/planted.go",
			source("package acl\n\n// Planted frees.\n//\n// Source: aclrtFree.\nfunc Planted() {}"), "want \"Source: NAME, HEADER.h.\"",
		},
		"unknown tag": {
			checkBuildTagsAreDocumented, planted, "//go:build planted\n\n" + errclass(""), "build tag planted",
		},
		"unknown variable": {
			checkVariablesAreDocumented, planted, errclass("const planted = \"ACLPOOL" + "_PLANTED\""), "variable ACLPOOL" + "_PLANTED",
		},
		"changed header": {
			checkSumsOfForeignHeaders, "internal/cshim/abi.h", "/* changed */\n", "cmd/libascendcl/foreign_sum.h does not have the sums",
		},
		"sum of nothing": {
			checkSumsOfForeignHeaders, "internal/driver/foreign_sum.h", "\n", "internal/driver/foreign_sum.h is not needed",
		},
		"unlisted step": {
			checkStepsExist, ".ci/steps/planted", "#!/usr/bin/env bash\n", ".ci/steps/planted is not in the list",
		},
		"workflow with an unknown step": {
			checkStepsExist, ".github/workflows/planted.yml", "      - run: .ci/run planted\n", `runs step "planted"`,
		},
		"code of no program": {
			checkCodeIsPartOfPrograms, "docs/planted.md", "```go\nplanted()\n```\n",
			"docs/planted.md: this Go code is in no whole program",
		},
		"benchmark that is gone": {
			checkBenchCommandsFindBenchmarks, "docs/planted.md",
			"```sh bench\ngo test -run '^$' -bench Planted -benchtime 1x ./mempool\n```\n",
			"docs/planted.md: no benchmark of ./mempool matches Planted",
		},
		"retired word": {
			checkRetiredWords, planted, errclass("// planted " + "answers nothing.\nfunc planted() {}"),
			planted + `:5: "// planted ` + `answers": say "X returns`,
		},
		"broken link": {
			checkLinks, "planted.md", "[broken](nowhere.md)\n", `link "nowhere.md" is broken`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := repo(t).With(tt.path, tt.text)
			require.NoError(t, err)
			assert.Contains(t, complaints(tt.check, r), tt.says)
		})
	}
}

// The READMEs with one edit that the checks must report.
func TestPlantedFaultsInReadmes(t *testing.T) {
	tests := map[string]struct {
		check    check
		old, new string
	}{
		"other command": {checkReadmesHaveTheSameCommands, "\ngo test ", "\ngo  test "},
		"other code":    {checkReadmesHaveTheSameCode, "\npackage main\n", "\npackage other\n"},
		"other program": {checkReadmesPrintTheFirstExample, "\npackage main\n", "\npackage other\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			page, ok := repo(t).File(chinese)
			require.True(t, ok)
			require.Contains(t, page.Text, tt.old)
			r, err := repo(t).With(chinese, strings.ReplaceAll(page.Text, tt.old, tt.new))
			require.NoError(t, err)
			assert.Contains(t, complaints(tt.check, r), chinese)
		})
	}
}

// complaints returns the reports of a check about a tree, one on each line.
func complaints(c check, r *tree.Tree) string {
	var rec recorder
	func() {
		defer func() {
			if stop := recover(); stop != nil && stop != stopped {
				panic(stop)
			}
		}()
		c(&rec, r)
	}()
	return strings.Join(rec.reports, "\n")
}

// stopped is the panic by which FailNow ends a check.
const stopped = "the check was stopped"

// recorder is a reporter that keeps the reports.
type recorder struct{ reports []string }

func (*recorder) Helper()  {}
func (*recorder) FailNow() { panic(stopped) }
func (r *recorder) Errorf(format string, args ...any) {
	r.reports = append(r.reports, fmt.Sprintf(format, args...))
}
