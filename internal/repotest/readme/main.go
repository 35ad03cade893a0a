// SPDX-License-Identifier: Apache-2.0

// Readme prints the commands that Markdown files tell a reader to run, each once: the
// commands in the files, and one for each whole Go program and test file, which it writes to
// a directory. It fails on a README without a command, so that a change of the form of
// commands cannot make the check pass by running none.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/internal/repotest/markdown"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("readme: ")
	dir := flag.String("programs", "", "write Go programs and tests to this `directory`; without it they are left out")
	flag.Parse()
	var commands, programs, tests []string
	for _, name := range flag.Args() {
		text, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		doc := markdown.Parse(string(text))
		if strings.HasPrefix(filepath.Base(name), "README") && len(doc.Commands()) == 0 {
			log.Fatalf("%s: no `go run`, `go test` or `go build` line in a block marked sh", name)
		}
		commands = append(commands, doc.Commands()...)
		programs = append(programs, doc.Programs()...)
		tests = append(tests, doc.Tests()...)
	}
	if *dir != "" {
		commands = append(commands, writeAll(*dir, programs, "main.go", "go run -tags fakeacl")...)
		commands = append(commands, writeAll(*dir, tests, "doc_test.go", "go test -tags fakeacl")...)
	}
	for i, c := range commands {
		if !slices.Contains(commands[:i], c) {
			fmt.Println(c)
		}
	}
}

// writeAll writes each Go file to a directory of its own below dir. It returns the commands
// that run them.
func writeAll(dir string, files []string, name, command string) []string {
	var commands []string
	for i, text := range files {
		at := filepath.Join(dir, fmt.Sprint(i), name)
		if err := write(at, text); err != nil {
			log.Fatal(err)
		}
		commands = append(commands, command+" "+at)
	}
	return commands
}

func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
