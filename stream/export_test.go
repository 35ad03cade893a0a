// SPDX-License-Identifier: Apache-2.0

package stream

// ShrinkStaging makes the chunks of a stream that has not copied a slice yet so small that
// tests need little memory to use each of them again.
func (s *Stream) ShrinkStaging(bytes int) { s.state().staging.chunkSize = bytes }
