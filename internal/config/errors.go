package config

import (
	"fmt"
	"strings"
)

// Layer is where a setting can come from, weakest first.
type Layer uint8

// The layers.
const (
	FromDefault Layer = iota
	FromProfile       // the defaults of a profile
	FromFile
	FromEnv
	FromFlag
)

// Place is where a setting was set.
type Place struct {
	Layer        Layer
	Name         string // file, variable or flag with its dashes
	Line, Column int    // in a file, from 1; 0 where unknown
}

// String writes the place as it begins a message: "pildora.yaml:3:6",
// "PILDORA_MAX", "--max"; "" for a default.
func (p Place) String() string {
	if p.Line == 0 {
		return p.Name
	}
	return fmt.Sprintf("%s:%d:%d", p.Name, p.Line, p.Column)
}

// Error is one setting that cannot be. Everything that [Load] and Validate
// return is an *Error or several joined; the program exits with
// [Error.ExitCode] for them.
type Error struct {
	Place   Place
	Key     string // "" where no single key is at fault
	Message string
	Err     error // the cause, may be nil
}

// Error is one line: place, key and what to do about it.
func (e *Error) Error() string {
	var parts []string
	if p := e.Place.String(); p != "" {
		parts = append(parts, p)
	}
	// A flag or variable names its key by itself.
	if e.Key != "" && e.Place.Layer <= FromFile {
		parts = append(parts, e.Key)
	}
	return strings.Join(append(parts, e.Message), ": ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ExitCode is the exit code for wrong usage or settings: 2.
func (e *Error) ExitCode() int { return 2 }

// Warning is a setting that may be, but that a person should know of.
type Warning struct {
	Place   Place
	Key     string
	Message string
}

// String is one line, in the form of an error's.
func (w Warning) String() string {
	return (&Error{Place: w.Place, Key: w.Key, Message: w.Message}).Error()
}
