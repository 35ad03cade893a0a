//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

import (
	"path/filepath"
	"strings"
)

// sonames are the libraries that export the ACL functions: the runtime of newer
// releases, and the one library of older ones, which lives on as a compatibility
// library.
var sonames = []string{"libacl_rt.so", "libascendcl.so"}

// candidate is a library to try, or one that is left out and why.
type candidate struct{ name, skip string }

// search lists where the library may lie: by bare name, so that the loader searches its
// own path, then below the CANN home variables, then below the usual install roots. The
// working directory is never searched.
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

// below adds the library in the lib64 folder of root, which variable names.
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

// byLoader answers the bare name, for which the loader searches LD_LIBRARY_PATH and the
// system's folders. An element of that variable which is empty or relative means the
// working directory, and scripts that append to an unset variable leave an empty one
// behind; then the absolute elements are tried one by one, and the loader is not asked.
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

// systemFolders are what the loader searches behind LD_LIBRARY_PATH, but for its cache.
var systemFolders = []string{"/lib64", "/usr/lib64", "/lib", "/usr/lib"}
