// SPDX-License-Identifier: Apache-2.0

package stream

// ShrinkRing makes the chunks of a stream that has not copied a slice yet so small that
// tests need little memory to go round the ring.
func (s *Stream) ShrinkRing(bytes int) { s.state().ring.chunk = bytes }
