package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/internal/glob"
)

// Item is one value as text, before its field makes a typed value of it.
type Item struct {
	Text  string
	Regex bool // of a separator
}

// binding ties a field to its place in the settings: set parses items into it,
// get writes it back as items that set would accept.
type binding struct {
	set func(f Field, s *Settings, items []Item) error
	get func(s Settings) []Item
}

// Set gives the field a value in s, checking its form, not how it goes with
// other settings. The error says what was given and what is wanted.
func (f Field) Set(s *Settings, items []Item) error { return f.bind.set(f, s, items) }

// Get returns the field's value in s as items; none for the rules.
func (f Field) Get(s Settings) []Item {
	if f.bind.get == nil {
		return nil
	}
	return f.bind.get(s)
}

// one returns the single item that a field which is no list has; a repeated
// flag counts with its last value.
func one(items []Item) string {
	if len(items) == 0 {
		return ""
	}
	return items[len(items)-1].Text
}

func text(at func(*Settings) *string) binding {
	return binding{
		set: func(f Field, s *Settings, items []Item) error {
			v, err := f.parseText(one(items))
			if err == nil {
				*at(s) = v
			}
			return err
		},
		get: func(s Settings) []Item { return []Item{{Text: *at(&s)}} },
	}
}

// parseText checks the form of a text: its allowed names or its language tag.
// Empty is allowed exactly where it is the default.
func (f Field) parseText(v string) (string, error) {
	switch {
	case v == f.Default:
		return v, nil
	case v == "":
		return "", fmt.Errorf("is empty; wanted %s", f.wants())
	case f.Kind == Tag:
		return languageTag(v)
	case f.Kind == NameOrPath && isPath(v), f.Allowed == nil, slices.Contains(f.Allowed, v):
		return v, nil
	}
	message := unknown(f.what(), v, f.Allowed)
	if f.Kind == NameOrPath {
		message += "; a file or folder is given by a path such as ./" + v
	}
	return "", errors.New(message)
}

// wants says in words what the field accepts.
func (f Field) wants() string {
	if f.Allowed != nil && f.Kind != Names {
		return "one of " + strings.Join(f.Allowed, ", ")
	}
	return f.Kind.Wants()
}

// languageTag returns the primary tag of v in lower case.
func languageTag(v string) (string, error) {
	tag, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(v, "_", "-")), "-")
	letters := strings.Trim(tag, "abcdefghijklmnopqrstuvwxyz") == ""
	if !letters || len(tag) != 2 && len(tag) != 3 {
		return "", fmt.Errorf("%q is no language tag; wanted auto, or two or three letters such as es or en", v)
	}
	return tag, nil
}

func number(at func(*Settings) *int) binding {
	return binding{
		set: func(f Field, s *Settings, items []Item) error {
			n, err := strconv.ParseInt(strings.TrimSpace(one(items)), 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no whole number; wanted e.g. %s", one(items), f.Example)
			}
			if err = f.inRange(n); err == nil {
				*at(s) = int(n)
			}
			return err
		},
		get: func(s Settings) []Item { return []Item{{Text: strconv.Itoa(*at(&s))}} },
	}
}

func (f Field) inRange(n int64) error {
	switch {
	case n < f.Lowest:
		return fmt.Errorf("is %d; must be %d or more", n, f.Lowest)
	case n > f.Highest:
		return fmt.Errorf("is %d; must be %d or less", n, f.Highest)
	}
	return nil
}

func bytesOf(at func(*Settings) *int64) binding {
	return binding{
		set: func(f Field, s *Settings, items []Item) error {
			n, ok := parseBytes(one(items))
			if !ok {
				return fmt.Errorf("%q is no number of bytes; wanted e.g. 1048576, 64MiB or 64MB", one(items))
			}
			err := f.inRange(n)
			if err == nil {
				*at(s) = n
			}
			return err
		},
		get: func(s Settings) []Item { return []Item{{Text: formatBytes(*at(&s))}} },
	}
}

// byteUnits are the units of parseBytes, longest suffix first.
var byteUnits = []struct {
	suffix string
	factor int64
}{{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"b", 1}, {"", 1}}

func parseBytes(v string) (int64, bool) {
	v = strings.ToLower(strings.TrimSpace(v))
	for _, u := range byteUnits {
		digits, ok := strings.CutSuffix(v, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err != nil || n > many/u.factor || n < -many/u.factor {
			return 0, false // far beyond any file, and the product stays small
		}
		return n * u.factor, true
	}
	return 0, false
}

func formatBytes(n int64) string {
	for i := 2; i >= 0; i-- {
		if u := int64(1) << (10 * (i + 1)); n >= u && n%u == 0 {
			return strconv.FormatInt(n/u, 10) + []string{"KiB", "MiB", "GiB"}[i]
		}
	}
	return strconv.FormatInt(n, 10)
}

func overlap(at func(*Settings) *Overlap) binding {
	return binding{
		set: func(_ Field, s *Settings, items []Item) error {
			o, err := ParseOverlap(one(items))
			if err == nil {
				*at(s) = o
			}
			return err
		},
		get: func(s Settings) []Item { return []Item{{Text: at(&s).String()}} },
	}
}

func texts(at func(*Settings) *[]string) binding {
	return binding{
		set: func(f Field, s *Settings, items []Item) error {
			list := make([]string, 0, len(items))
			for _, i := range items {
				v := strings.TrimSpace(i.Text)
				if err := f.checkItem(v, list); err != nil {
					return err
				}
				list = append(list, v)
			}
			*at(s) = list
			return nil
		},
		get: func(s Settings) []Item {
			var items []Item
			for _, v := range *at(&s) {
				items = append(items, Item{Text: v})
			}
			return items
		},
	}
}

// checkItem checks one entry of a list against those before it.
func (f Field) checkItem(v string, before []string) error {
	switch {
	case v == "":
		return fmt.Errorf("has an empty entry; wanted %s", f.Kind.Wants())
	case f.Kind == List:
		return glob.Check(v) // the lists of texts are all globs
	case !slices.Contains(f.Allowed, v):
		return fmt.Errorf("%s", unknown(f.what(), v, f.Allowed))
	case slices.Contains(before, v):
		return fmt.Errorf("%q stands in it twice", v)
	case len(before) > 0 && (isSole(v) || isSole(before[0])):
		return fmt.Errorf("none and all go with nothing else, but %s stands beside %s", v, strings.Join(before, ", "))
	}
	return nil
}

func isSole(frame string) bool { return frame == "none" || frame == "all" }
