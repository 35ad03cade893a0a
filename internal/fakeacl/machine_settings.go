// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/ascend-go/aclpool/internal/driver"
)

// InitSettings is what the file of aclInit says that has an effect.
type InitSettings struct {
	// DefaultDevice is the device of a thread that has none, -1 for none.
	DefaultDevice int32
	// SharedMessages is true if all threads share the messages of errors.
	SharedMessages bool
}

var noSettings = InitSettings{DefaultDevice: -1}

// InitSettings returns the settings since the last aclInit; none after aclFinalize.
func (m *Machine) InitSettings() InitSettings {
	p := &m.process
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refs == 0 {
		return noSettings
	}
	return p.settings
}

// readSettings reads the content of a file, which may be empty. Keys that have no effect are
// not looked at.
func readSettings(op, content string) (InitSettings, driver.Status) {
	settings := noSettings
	if content == "" {
		return settings, driver.Status{}
	}
	var file struct {
		DefaultDevice struct {
			Number *string `json:"default_device"`
		} `json:"defaultDevice"`
		ErrMsgMode *string `json:"err_msg_mode"`
	}
	if err := json.Unmarshal([]byte(content), &file); err != nil {
		return settings, fail(driver.FileAttrInvalid, badArgument, op, "%s", badType(err))
	}
	if text := file.DefaultDevice.Number; text != nil {
		id, err := strconv.ParseUint(*text, 10, 31)
		if err != nil {
			return settings, fail(driver.FileAttrInvalid, badArgument, op, "default_device is %q: want a number from 0", *text)
		}
		settings.DefaultDevice = int32(id)
	}
	if mode := file.ErrMsgMode; mode != nil {
		if *mode != "0" && *mode != "1" {
			return settings, fail(driver.FileAttrInvalid, badArgument, op, `err_msg_mode is %q: want "0" or "1"`, *mode)
		}
		settings.SharedMessages = *mode == "1"
	}
	return settings, driver.Status{}
}

// badType says which value of the file has the wrong type.
func badType(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && e.Field != "" {
		return fmt.Sprintf("%s is of type %s", e.Field, e.Value)
	}
	return "the file holds no JSON object"
}

// maxNesting is how deep braces and brackets of the file may nest.
const maxNesting = 10

// nesting returns how deep braces and brackets nest in JSON.
func nesting(content []byte) (deepest int) {
	depth := 0
	for d := json.NewDecoder(bytes.NewReader(content)); ; {
		token, err := d.Token()
		if err != nil {
			return deepest
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		deepest = max(deepest, depth)
	}
}
