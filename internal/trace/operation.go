// SPDX-License-Identifier: Apache-2.0

package trace

import "github.com/ascend-go/aclpool/internal/driver"

// Kind is the kind of an operation.
type Kind uint8

const (
	Pool Kind = iota
	Attr
	Get
	Alloc
	Free
	Record
	Wait
	Sync
	SyncDevice
	Trim
)

// syntax is how each kind of operation is written.
var syntax = [...]struct{ word, fields string }{
	Pool:       {"pool", "<maxBytes>"},
	Attr:       {"attr", "<name> <value>"},
	Get:        {"get", "<name>"},
	Alloc:      {"alloc", "<id> <bytes> <stream>"},
	Free:       {"free", "<id> <stream>"},
	Record:     {"record", "<event> <stream>"},
	Wait:       {"wait", "<event> <stream>"},
	Sync:       {"sync", "<stream>"},
	SyncDevice: {"syncdev", "nothing"},
	Trim:       {"trim", "<bytes>"},
}

// String returns the first word of the operation's line.
func (k Kind) String() string { return syntax[k].word }

// kindOf returns the kind of an operation that begins with word.
func kindOf(word []byte) (Kind, bool) {
	switch string(word) { // the most frequent ones first
	case "alloc":
		return Alloc, true
	case "free":
		return Free, true
	}
	for k := range syntax {
		if string(word) == syntax[k].word {
			return Kind(k), true
		}
	}
	return 0, false
}

// attributes are the pool attributes by their names in traces.
var attributes = map[string]driver.PoolAttr{
	"event":            driver.PoolReuseEvent,
	"opportunistic":    driver.PoolReuseOpportunistic,
	"internal":         driver.PoolReuseInternal,
	"threshold":        driver.PoolReleaseThreshold,
	"reserved_current": driver.PoolReserved,
	"reserved_high":    driver.PoolReservedHigh,
	"used_current":     driver.PoolUsed,
	"used_high":        driver.PoolUsedHigh,
}

// Operation is one operation. Fields that do not belong to its kind are zero.
type Operation struct {
	Kind   Kind
	ID     []byte // for Alloc and Free; valid until the next operation is read
	Stream uint64
	Event  uint64
	Attr   driver.PoolAttr
	Value  uint64 // the value for Attr; bytes for Pool, Alloc and Trim
}
