//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

import (
	"path/filepath"
	"strings"
)

// sonames are the libraries that export the ACL functions: the runtime of newer releases,
// and the library of older releases, which newer ones keep for compatibility.
var sonames = []string{"libacl_rt.so", "libascendcl.so"}

// candidate is a library to try, or to skip for the reason in skip.
type candidate struct{ name, skip string }

// search returns the libraries to try: the bare name, for which the loader searches its own
// path, then files below the CANN home variables, then files below the usual install
// roots. The working directory is never searched.
func search(getenv func(string) string) []candidate {
	var list []candidate
	for _, soname := range sonames {
		list = append(list, byLoader(soname, getenv("LD_LIBRARY_PATH"))...)
		for _, variable := range []string{"ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"} {
			list = below(list, getenv(variable), soname, variable)
		}
		if home := getenv("HOME"); home != "" {
			for _, root := range []string{"Ascend/cann", "Ascend/ascend-toolkit/latest"} {
				list = below(list, filepath.Join(home, root), soname, "HOME")
			}
		}
		for _, root := range []string{
			"/usr/local/Ascend/cann", "/usr/local/Ascend/ascend-toolkit/latest", "/opt/Ascend/cann",
		} {
			list = below(list, root, soname, "")
		}
	}
	return list
}

// below appends the library in the lib64 folder of root, the value of variable.
func below(list []candidate, root, soname, variable string) []candidate {
	if root == "" {
		return list
	}
	c := candidate{name: filepath.Join(root, "lib64", soname)}
	if !filepath.IsAbs(root) {
		c.skip = variable + " is not absolute"
	}
	for _, known := range list {
		if known == c {
			return list
		}
	}
	return append(list, c)
}

// byLoader returns the bare name, for which the loader searches LD_LIBRARY_PATH and the
// system's folders. An empty or relative element of LD_LIBRARY_PATH makes the loader search
// the working directory; scripts that append to an unset variable produce empty ones. In
// that case byLoader skips the bare name and returns the absolute elements one by one.
func byLoader(soname, libraryPath string) []candidate {
	elements := strings.FieldsFunc(libraryPath, func(r rune) bool { return r == ':' || r == ';' })
	relative := libraryPath != "" && len(elements) != 1+strings.Count(libraryPath, ":")+strings.Count(libraryPath, ";")
	for _, e := range elements {
		relative = relative || !filepath.IsAbs(e)
	}
	if !relative {
		return []candidate{{name: soname}}
	}
	list := []candidate{{soname, "LD_LIBRARY_PATH has an empty or relative element, which means the working directory; " +
		"only its absolute elements and the system's folders are searched"}}
	for _, e := range append(elements, systemFolders...) {
		if filepath.IsAbs(e) {
			list = append(list, candidate{name: filepath.Join(e, soname)})
		}
	}
	return list
}

// systemFolders are the folders that the loader searches after LD_LIBRARY_PATH, apart from
// its cache.
var systemFolders = []string{"/lib64", "/usr/lib64", "/lib", "/usr/lib"}
