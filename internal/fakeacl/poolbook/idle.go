// SPDX-License-Identifier: Apache-2.0

package poolbook

// idle is spans and labels to be used again.
type idle struct {
	spans  []*span
	labels []*label
}

// span answers one with any content.
func (i *idle) span() *span {
	last := len(i.spans) - 1
	if last < 0 {
		return new(span)
	}
	s := i.spans[last]
	i.spans = i.spans[:last]
	return s
}

func (i *idle) keepSpan(s *span) { i.spans = append(i.spans, s) }

// label answers an empty one.
func (i *idle) label() *label {
	last := len(i.labels) - 1
	if last < 0 {
		return new(label)
	}
	l := i.labels[last]
	i.labels = i.labels[:last]
	return l
}

func (i *idle) keepLabel(l *label) {
	*l = label{}
	i.labels = append(i.labels, l)
}
