// SPDX-License-Identifier: Apache-2.0

// Typecheck checks the types of packages and of their tests for the platform that GOOS and
// GOARCH select. It finds what a compiler for that platform would find, but compiles nothing,
// not even the standard library, of which it reads the declarations only.
//
//	typecheck [-tags LIST] PACKAGE...
package main

import (
	"cmp"
	"flag"
	"fmt"
	"log"
	"os"

	"golang.org/x/tools/go/packages"
)

const wanted = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo

func main() {
	log.SetFlags(0)
	log.SetPrefix("typecheck: ")
	tags := flag.String("tags", "", "build tags, separated by commas")
	flag.Parse()
	loaded, err := packages.Load(&packages.Config{Mode: wanted, Tests: true, BuildFlags: []string{"-tags=" + *tags}}, flag.Args()...)
	if err != nil {
		log.Fatal(err)
	}
	if packages.PrintErrors(loaded) > 0 {
		os.Exit(1)
	}
	if len(loaded) == 0 {
		log.Fatal("no packages")
	}
	fmt.Printf("typecheck: %s/%s %s: %d packages and tests\n",
		os.Getenv("GOOS"), os.Getenv("GOARCH"), cmp.Or(*tags, "without tags"), len(loaded))
}
