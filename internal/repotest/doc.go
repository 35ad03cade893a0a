// SPDX-License-Identifier: Apache-2.0

// Package repotest checks the repository as a whole:
//
//   - which package may import which;
//   - licence lines, build constraints, doc comments and retired words;
//   - the exported API against the lists in api/;
//   - build tags and environment variables against build_tags.md;
//   - the steps of .ci against their list and the workflows;
//   - the documents: their links, their code, the benchmarks that they name, and the two
//     READMEs against each other.
//
// The package has tests only. The checks read every file whatever its build constraint. They
// need no network and no tools, so they run with every `go test ./...` on every platform.
package repotest

//go:generate go run gen_api.go
//go:generate go run gen_headersum.go
