// SPDX-License-Identifier: Apache-2.0

package replay

import "github.com/ascend-go/aclpool/internal/driver"

// pointers is the pointer last returned for each id. Traces give ids that count up, such
// as 17 or kv17, one after the other: where the numbers behind one word are dense, their
// pointers are in pages, next to each other. All others are in a table.
type pointers struct {
	words map[string]*numbered
	last  *numbered // the one used last
	named names
}

// numbered is the pointers of ids that begin with one word and end in a number.
type numbered struct {
	word     string
	pointers numbers[driver.Addr]
	pages    int
	ids      int
}

const (
	mostWords = 256 // that have pages
	fewPages  = 16  // need not be dense
	sparse    = 8   // places for an id that are too many
	far       = 64  // how far behind the pages that there are a new one may lie, as a multiple
)

// get answers the pointer of an id, zero for none.
func (p *pointers) get(id []byte) driver.Addr {
	word, n := split(id)
	if w := p.word(word); w != nil {
		if a := w.pointers.get(n); a != 0 {
			return a
		}
	}
	return p.named.get(id)
}

// set notes the pointer of an id, which is not zero.
func (p *pointers) set(id []byte, a driver.Addr) {
	word, n := split(id)
	w := p.word(word)
	if w == nil && len(p.words) < mostWords {
		w = &numbered{word: string(word)}
		if p.words == nil {
			p.words = make(map[string]*numbered)
		}
		p.words[w.word] = w
	}
	if w == nil || !w.set(n, a) {
		p.named.set(id, a)
	}
}

// set notes a pointer, unless that would take a page too many.
func (w *numbered) set(n uint64, a driver.Addr) bool {
	if !w.pointers.near(n) {
		tooFar := n >= paged || n/pageSize > uint64(far*(w.pages+fewPages))
		if tooFar || w.pages >= fewPages && w.pages*pageSize > sparse*w.ids {
			return false
		}
		w.pages++
	}
	if w.pointers.get(n) == 0 {
		w.ids++
	}
	w.pointers.set(n, a)
	return true
}

// word answers the pointers of ids that begin with a word, nil if there are none.
func (p *pointers) word(word []byte) *numbered {
	if p.last == nil || p.last.word != string(word) {
		w := p.words[string(word)]
		if w == nil {
			return nil
		}
		p.last = w
	}
	return p.last
}

// split takes an id apart into a word, which may be empty, and the number that it ends in
// as numbers are usually written, of 18 digits at most; an id without one has a number
// that is too far for pages.
func split(id []byte) (word []byte, n uint64) {
	at := len(id)
	for at > 0 && len(id)-at < 18 && id[at-1] >= '0' && id[at-1] <= '9' {
		at--
	}
	for at < len(id)-1 && id[at] == '0' {
		at++
	}
	if at == len(id) {
		return id, paged
	}
	for _, c := range id[at:] {
		n = 10*n + uint64(c-'0')
	}
	return id[:at], n
}
