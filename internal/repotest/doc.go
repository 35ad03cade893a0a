// SPDX-License-Identifier: Apache-2.0

// Package repotest holds the checks of the repository as a whole: which package may
// import which, licence lines and build constraints, doc comments, the exported API
// against the lists in api/, build tags and environment variables against
// build_tags.md, and the documents: their
// links, the two READMEs against each other, the code and the benchmarks they name. It has tests only; nothing
// imports it.
//
// The checks read every file whatever its build constraint, need neither network nor
// tools, and so run with every `go test ./...` on every platform.
package repotest

//go:generate go run gen_api.go
//go:generate go run gen_headersum.go
