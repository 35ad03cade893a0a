//go:build ignore

// SPDX-License-Identifier: Apache-2.0

// gen_page generates the pages about the simulated device from functions.tsv and parts.tsv. What
// comes before the tables is written by hand and stays.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/ascend-go/aclpool/internal/gentable"
)

// language is one of the two pages.
type language struct {
	page   string
	column int // of parts.tsv
	head   string
	groups []string // titles, in the order of their numbers
	states map[string]string
	counts string
}

var languages = []language{
	{
		"../../docs/simulated-device.md", 1, "| function | simulated |\n| --- | --- |\n",
		[]string{"Process and types", "Devices", "Contexts", "Memory", "Streams", "Events", "Memory pools", "Kernels", "Notifies"},
		map[string]string{"works": "yes", "part": "in part: ", "none": "no, 200006: "},
		"Of %d functions, %d work, %d work in part, and %d return 200006.\n",
	},
	{
		"../../docs/simulated-device.zh-CN.md", 2, "| 函数 | 是否模拟 |\n| --- | --- |\n",
		[]string{"进程与类型", "设备", "上下文", "内存", "流", "事件", "内存池", "核函数", "Notify"},
		map[string]string{"works": "是", "part": "部分：", "none": "否，200006："},
		"共 %d 个函数：%d 个可用，%d 个部分可用，%d 个返回 200006。\n",
	},
}

// tables is the line after which the generated part begins.
const tables = "<!-- The rest is generated from cmd/libascendcl/functions.tsv. -->\n"

func main() {
	log.SetFlags(0)
	functions := read("functions.tsv", "name", "group", "need", "first release", "result", "parameters", "state")
	parts := map[string][]string{}
	for _, p := range read("parts.tsv", "name", "what, or why not", "the same in Chinese") {
		parts[p[0]] = p
	}
	for _, l := range languages {
		text, err := os.ReadFile(l.page)
		if err != nil {
			log.Fatal(err)
		}
		before, _, found := strings.Cut(string(text), tables)
		if !found {
			log.Fatalf("%s: there is no line %q", l.page, tables)
		}
		if err := os.WriteFile(l.page, []byte(before+tables+l.tables(functions, parts)), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

func read(name string, columns ...string) (rows [][]string) {
	table, err := gentable.Read(name, columns...)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range table {
		rows = append(rows, r.Fields)
	}
	return rows
}

func (l language) tables(functions [][]string, parts map[string][]string) string {
	var b strings.Builder
	counts := map[string]int{}
	for _, f := range functions {
		counts[f[6]]++
	}
	b.WriteString("\n")
	fmt.Fprintf(&b, l.counts, len(functions), counts["works"], counts["part"], counts["none"])
	for number, title := range l.groups {
		fmt.Fprintf(&b, "\n## %s\n\n%s", title, l.head)
		for _, f := range functions {
			name, state := f[0], f[6]
			if f[1] != fmt.Sprint(number+1) {
				continue
			}
			what, ok := l.states[state]
			part, partly := parts[name]
			if !ok || partly != (state != "works") {
				log.Fatalf("%s: state %q; parts.tsv describes it: %v", name, state, partly)
			}
			if partly {
				what += part[l.column]
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", name, what)
		}
	}
	return b.String()
}
