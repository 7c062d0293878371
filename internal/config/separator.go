package config

import (
	"errors"
	"fmt"
	"regexp"
)

func separators(at func(*Settings) *[]Separator) binding {
	return binding{
		set: func(_ Field, s *Settings, items []Item) error {
			list := make([]Separator, 0, len(items))
			for _, i := range items {
				sep := Separator{Pattern: i.Text, Regex: i.Regex}
				if err := sep.check(); err != nil {
					return err
				}
				list = append(list, sep)
			}
			*at(s) = list
			return nil
		},
		get: func(s Settings) []Item {
			var items []Item
			for _, sep := range *at(&s) {
				items = append(items, Item{Text: sep.Pattern, Regex: sep.Regex})
			}
			return items
		},
	}
}

// check refuses what can never cut: an empty text, an expression that Go's
// regexp doesn't know.
func (s Separator) check() error {
	if s.Pattern == "" {
		return errors.New("a separator is empty; leave it out: cuts between letters are always the last resort")
	}
	if !s.Regex {
		return nil
	}
	if _, err := regexp.Compile(s.Pattern); err != nil {
		return fmt.Errorf("%q is no regular expression (RE2 syntax): %w", s.Pattern, err)
	}
	return nil
}
