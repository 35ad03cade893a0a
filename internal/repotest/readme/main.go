// SPDX-License-Identifier: Apache-2.0

// Readme prints what Markdown files tell a reader to run, each command once: the
// commands that stand there, and one for each whole Go program, which it writes to a
// directory. It fails on a file without a command, so that a change of form cannot turn
// a check of the commands into a check of nothing.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"github.com/ascend-go/aclpool/internal/repotest/markdown"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("readme: ")
	dir := flag.String("programs", "", "write Go programs to this `directory`; without it they are left out")
	flag.Parse()
	var commands, programs []string
	for _, name := range flag.Args() {
		text, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		doc := markdown.Parse(string(text))
		if len(doc.Commands()) == 0 {
			log.Fatalf("%s: no `go run`, `go test` or `go build` line in a block marked sh", name)
		}
		commands = append(commands, doc.Commands()...)
		programs = append(programs, doc.Programs()...)
	}
	if *dir != "" {
		for i, p := range programs {
			at := filepath.Join(*dir, fmt.Sprint(i), "main.go")
			if err := write(at, p); err != nil {
				log.Fatal(err)
			}
			commands = append(commands, "go run -tags fakeacl "+at)
		}
	}
	for i, c := range commands {
		if !slices.Contains(commands[:i], c) {
			fmt.Println(c)
		}
	}
}

func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
