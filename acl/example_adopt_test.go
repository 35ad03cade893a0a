// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// theirContext makes a context as other code of the process does.
func theirContext() (handle uintptr, destroy func() error) {
	m, err := fakeacl.New(fakeacl.Config{Product: "Ascend910B3"})
	if err != nil {
		log.Fatal(err)
	}
	restore := acl.SetDriver(func() (driver.API, error) { return m, nil })
	ac, st := m.CreateContext(0)
	if !st.OK() {
		log.Fatal(st.Msg)
	}
	return uintptr(ac), func() error {
		if st := m.DestroyContext(ac); !st.OK() {
			return errors.New(st.Msg)
		}
		return errors.Join(restore(), m.Close())
	}
}

// A context that C code has made is used from Go, and stays C's.
func ExampleAdopt() {
	ctx := context.Background()
	handle, destroy := theirContext() // aclrtCreateContext(&handle, 0) in C
	dev, err := acl.Adopt(handle)
	if err != nil {
		log.Fatal(err)
	}
	mem, err := dev.Malloc(64) // in the context of the C code
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dev, mem.Size(), "bytes")
	if err := mem.Close(); err != nil {
		log.Fatal(err)
	}
	if err := dev.Close(ctx); err != nil { // forgets the context
		log.Fatal(err)
	}
	if err := destroy(); err != nil { // aclrtDestroyContext(handle) in C
		log.Fatal(err)
	}
	// Output: device 0 64 bytes
}
