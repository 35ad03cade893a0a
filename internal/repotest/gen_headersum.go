//go:build ignore

// SPDX-License-Identifier: Apache-2.0

// gen_headersum writes the sums of C files that packages include from other folders.
package main

import (
	"log"

	"github.com/ascend-go/aclpool/internal/repotest/headersum"
	"github.com/ascend-go/aclpool/internal/repotest/tree"
)

func main() {
	log.SetFlags(0)
	root, err := tree.Root()
	if err != nil {
		log.Fatal(err)
	}
	repo, err := tree.Read(root)
	if err != nil {
		log.Fatal(err)
	}
	if err := headersum.Write(repo); err != nil {
		log.Fatal(err)
	}
}
