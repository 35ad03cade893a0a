// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// vector is an input vector. It is read in pieces, and more than once, so an input need not
// fit into host memory.
type vector interface {
	// read fills dst with the elements from number off on.
	read(dst []float32, off int) error
	close() error
}

// randomVector has elements between -1 and 1, the same for the same seed.
type randomVector struct{ seed uint64 }

func (v randomVector) read(dst []float32, off int) error {
	for i := range dst {
		h := mix(v.seed<<48 + uint64(off+i))
		dst[i] = float32(int32(h>>32)) / (1 << 31)
	}
	return nil
}

func (randomVector) close() error { return nil }

// mix returns pseudo-random bits for a counter: the finalizer of splitmix64.
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// fileVector is a file of raw little-endian float32.
type fileVector struct{ *os.File }

// openVector opens a file and returns the number of its elements.
func openVector(path string) (_ fileVector, n int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return fileVector{}, 0, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is not a regular file", path)
	case info.Size() == 0:
		err = fmt.Errorf("%s is empty: want at least one float32", path)
	case info.Size()%4 != 0:
		err = fmt.Errorf("%s has %d bytes, which is not a whole number of float32 of 4 bytes", path, info.Size())
	}
	if err != nil {
		return fileVector{}, 0, errors.Join(err, f.Close())
	}
	return fileVector{f}, int(info.Size() / 4), nil
}

func (v fileVector) read(dst []float32, off int) error {
	r := io.NewSectionReader(v.File, int64(off)*4, int64(len(dst))*4)
	raw := make([]byte, 64<<10)
	for len(dst) > 0 {
		part := raw[:min(len(raw), 4*len(dst))]
		if _, err := io.ReadFull(r, part); err != nil {
			return fmt.Errorf("read %s: %w", v.Name(), err)
		}
		for ; len(part) > 0; part, dst = part[4:], dst[1:] {
			dst[0] = math.Float32frombits(binary.LittleEndian.Uint32(part))
		}
	}
	return nil
}

func (v fileVector) close() error { return v.Close() }

// writeVector writes a file of raw little-endian float32.
func writeVector(path string, v []float32) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	raw := make([]byte, 0, 64<<10)
	for len(v) > 0 {
		raw = raw[:0]
		for ; len(v) > 0 && len(raw) < cap(raw); v = v[1:] {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v[0]))
		}
		if _, err := f.Write(raw); err != nil {
			return err
		}
	}
	return nil
}
