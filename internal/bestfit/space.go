// SPDX-License-Identifier: Apache-2.0

package bestfit

// Space is a set of free blocks, each with an owner: in best-fit order over all, and
// once more for each owner. The zero Space is empty and ready for use.
type Space[O comparable, V any] struct {
	all    Set[V]
	owners map[O]*Set[V] // of owners that have blocks
	idle   []*Set[V]     // empty, their room is used again
}

// All answers the blocks of every owner. The caller only asks it; adding and removing
// go through the Space.
func (s *Space[O, V]) All() *Set[V] { return &s.all }

// Of answers the blocks of one owner, nil when there are none. It is for asking only,
// and good until the next change.
func (s *Space[O, V]) Of(owner O) *Set[V] { return s.owners[owner] }

// Insert adds a block of an owner.
func (s *Space[O, V]) Insert(owner O, b Block[V]) {
	set := s.owners[owner]
	if set == nil {
		set = s.open(owner)
	}
	set.Insert(b)
	s.all.Insert(b)
}

// Remove takes out the owner's block with the size and address of b and reports whether
// it was there. An owner without blocks leaves nothing behind.
func (s *Space[O, V]) Remove(owner O, b Block[V]) bool {
	set := s.owners[owner]
	if set == nil || !set.Remove(b) {
		return false
	}
	s.all.Remove(b)
	if set.Len() == 0 {
		delete(s.owners, owner)
		s.idle = append(s.idle, set)
	}
	return true
}

// open gives an owner its first set.
func (s *Space[O, V]) open(owner O) *Set[V] {
	if s.owners == nil {
		s.owners = make(map[O]*Set[V])
	}
	var set *Set[V]
	if last := len(s.idle) - 1; last >= 0 {
		set, s.idle = s.idle[last], s.idle[:last]
	} else {
		set = new(Set[V])
	}
	s.owners[owner] = set
	return set
}
