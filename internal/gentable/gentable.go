// SPDX-License-Identifier: Apache-2.0

// Package gentable reads the tables that code generators of this module work from. A table
// is a text file with one row a line and fields separated by tabs. Lines that begin with
// '#' are comments.
package gentable

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

// Row is one row of a table.
type Row struct {
	Where  string // file and line, for error messages
	Fields []string
}

// Read returns the rows of the named file. Each row must have as many fields as there are
// columns; the names of the columns appear in the error otherwise.
func Read(name string, columns ...string) ([]Row, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return parse(name, f, columns)
}

func parse(name string, src io.Reader, columns []string) (rows []Row, err error) {
	sc := bufio.NewScanner(src)
	for line := 1; sc.Scan(); line++ {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		row := Row{Where: fmt.Sprintf("%s:%d", name, line), Fields: strings.Split(sc.Text(), "\t")}
		if len(row.Fields) != len(columns) {
			return nil, fmt.Errorf("%s: %d fields: want %s, separated by tabs", row.Where, len(row.Fields), strings.Join(columns, ", "))
		}
		rows = append(rows, row)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return rows, nil
}
