// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// tryDevice tries whether a device has pools as before, allocates, fills and copies.
func tryDevice(dev *acl.Device) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return errors.Join(tryPool(ctx, dev), tryCopy(ctx, dev))
}

// tryPool makes a pool. What an earlier pool could not destroy is destroyed on the way.
func tryPool(ctx context.Context, dev *acl.Device) error {
	p, err := mempool.New(ctx, dev, mempool.Config{MaxSize: 1})
	if errors.Is(err, acl.ErrNotSupported) {
		return nil
	}
	if err != nil {
		return err
	}
	return p.Close(ctx)
}

func tryCopy(ctx context.Context, dev *acl.Device) (err error) {
	s, err := stream.New(dev, stream.Config{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(ctx)) }()
	m, err := dev.Malloc(64)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if err := s.Fill(m.View(), 0x5a); err != nil {
		return err
	}
	got := make([]byte, 64)
	if err := stream.CopySliceToHost(ctx, s, got, m.View()); err != nil {
		return err
	}
	if want := bytes.Repeat([]byte{0x5a}, len(got)); !bytes.Equal(got, want) {
		return fmt.Errorf("a fill and a copy give % x: want % x", got, want)
	}
	return nil
}
