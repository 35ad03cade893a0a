//go:build fakeacl

// SPDX-License-Identifier: Apache-2.0

package acltest

import "errors"

const mayLoad = false

func loadLibrary() (library, error) {
	return nil, errors.New("a build with the tag fakeacl loads no library")
}
