// SPDX-License-Identifier: Apache-2.0

// Package markdown parses the parts of a Markdown file that the checks need: headings, fenced
// blocks, links and commands.
package markdown

import (
	"regexp"
	"strings"
)

// Heading is a line such as "## Build".
type Heading struct {
	Level int
	Text  string
}

// Block is a fenced block. Info is the text after the opening fence, such as "go".
type Block struct {
	Info string
	Text string
}

// Doc is a parsed file.
type Doc struct {
	Headings []Heading
	Blocks   []Block
	Links    []string // targets of links and images outside the blocks
}

var (
	heading = regexp.MustCompile(`^(#{1,6}) +(.*)$`)
	link    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	code    = regexp.MustCompile("`[^`]*`")
)

// Parse parses the text of a file. A block that is never closed extends to the end.
func Parse(text string) Doc {
	var d Doc
	fence := ""
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "" && trimmed == fence:
			fence = ""
		case fence != "":
			d.Blocks[len(d.Blocks)-1].Text += line
		case strings.HasPrefix(trimmed, "```"):
			info := strings.TrimLeft(trimmed, "`")
			fence = trimmed[:len(trimmed)-len(info)]
			d.Blocks = append(d.Blocks, Block{Info: strings.TrimSpace(info)})
		default:
			if m := heading.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
				d.Headings = append(d.Headings, Heading{Level: len(m[1]), Text: m[2]})
			}
			for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(line, ""), -1) {
				d.Links = append(d.Links, m[1])
			}
		}
	}
	return d
}

var runnable = regexp.MustCompile(`^([A-Z_]+=\S* )*(go (run|test|build)|cc|ln|\./out/\S+)( |$)`)

// Commands returns the commands that can be run on any machine: lines of blocks marked
// exactly `sh` that start, after optional variables, with `go run`, `go test`, `go build`,
// `cc`, `ln` or a program in ./out, which is where these commands put what they build. A line that ends in a backslash continues on the next one. A command that needs an NPU is
// in a block with another mark, such as `sh hardware`.
func (d Doc) Commands() []string {
	var cmds []string
	for _, b := range d.Blocks {
		if b.Info != "sh" {
			continue
		}
		for line := range strings.Lines(strings.ReplaceAll(b.Text, "\\\n", " ")) {
			if line = strings.TrimSpace(line); runnable.MatchString(line) {
				cmds = append(cmds, line)
			}
		}
	}
	return cmds
}

// Programs returns the blocks that are whole Go programs.
func (d Doc) Programs() []string { return d.files(program) }

// Tests returns the blocks that are whole Go test files.
func (d Doc) Tests() []string { return d.files(test) }

var (
	program = regexp.MustCompile(`^package main\n`)
	test    = regexp.MustCompile(`^package \w+_test\n`)
)

func (d Doc) files(clause *regexp.Regexp) []string {
	var files []string
	for _, b := range d.Blocks {
		if b.Info == "go" && clause.MatchString(b.Text) {
			files = append(files, b.Text)
		}
	}
	return files
}
