// SPDX-License-Identifier: Apache-2.0

package trace

import "github.com/ascend-go/aclpool/internal/driver"

// Kind is what an operation does.
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

// forms is how operations are written.
var forms = [...]struct{ word, fields string }{
	Pool:       {"pool", "<maxBytes>"},
	Attr:       {"attr", "<name> <value>"},
	Get:        {"get", "<name>"},
	Alloc:      {"alloc", "<id> <bytes> <stream>"},
	Free:       {"free", "<id> <stream>"},
	Record:     {"record", "<event> <stream>"},
	Wait:       {"wait", "<event> <stream>"},
	Sync:       {"sync", "<stream>"},
	SyncDevice: {"syncdev", "no more"},
	Trim:       {"trim", "<bytes>"},
}

// String answers the word that the operation begins with.
func (k Kind) String() string { return forms[k].word }

// kindOf answers the operation of a word.
func kindOf(word []byte) (Kind, bool) {
	switch string(word) { // the two that traces consist of
	case "alloc":
		return Alloc, true
	case "free":
		return Free, true
	}
	for k := range forms {
		if string(word) == forms[k].word {
			return Kind(k), true
		}
	}
	return 0, false
}

// attributes is how attributes are written.
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

// Operation is one operation. Fields that its kind does not have are zero.
type Operation struct {
	Kind   Kind
	ID     []byte // of Alloc and Free; valid until the next operation is read
	Stream uint64
	Event  uint64
	Attr   driver.PoolAttr
	Value  uint64 // of Attr; bytes of Pool, Alloc and Trim
}
