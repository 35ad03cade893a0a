// SPDX-License-Identifier: Apache-2.0

package markdown_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/repotest/markdown"
)

const page = "# One\n" +
	"See [two](two.md#part) and ![a picture](p.png), not `[x](code)`.\n" +
	"```sh\n# no heading\n$ cd there\ngo run ./a # say\nCGO_ENABLED=0 go test \\\n  ./...\ngo build ./...\ncc -o out/c c.c\nln -sf a out/b\n./out/c\ncat out/c\n```\n" +
	"```sh hardware\ngo run ./npu\n```\n" +
	"```go\npackage main\n\nfunc main() {}\n```\n```go\nx := 1\n```\n```go\npackage mine_test\n```\n" +
	"````text\n```\n[y](inside)\n````\n" +
	"## Two\n"

func TestParse(t *testing.T) {
	d := markdown.Parse(page)
	assert.Equal(t, []markdown.Heading{{Level: 1, Text: "One"}, {Level: 2, Text: "Two"}}, d.Headings)
	assert.Equal(t, []string{"two.md#part", "p.png"}, d.Links)
	var infos []string
	for _, b := range d.Blocks {
		infos = append(infos, b.Info)
	}
	assert.Equal(t, []string{"sh", "sh hardware", "go", "go", "go", "text"}, infos)
	assert.Equal(t, "```\n[y](inside)\n", d.Blocks[5].Text)
}

func TestCommands(t *testing.T) {
	assert.Equal(t, []string{"go run ./a # say", "CGO_ENABLED=0 go test    ./...", "go build ./...",
		"cc -o out/c c.c", "ln -sf a out/b", "./out/c"}, markdown.Parse(page).Commands())
}

func TestPrograms(t *testing.T) {
	assert.Equal(t, []string{"package main\n\nfunc main() {}\n"}, markdown.Parse(page).Programs())
}

func TestTests(t *testing.T) {
	assert.Equal(t, []string{"package mine_test\n"}, markdown.Parse(page).Tests())
}
