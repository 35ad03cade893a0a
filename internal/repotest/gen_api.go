//go:build ignore

// SPDX-License-Identifier: Apache-2.0

// gen_api writes the lists of the exported API to api/.
package main

import (
	"log"

	"github.com/ascend-go/aclpool/internal/repotest/apilist"
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
	if err := apilist.Write(repo); err != nil {
		log.Fatal(err)
	}
}
