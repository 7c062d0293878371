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

// check refuses what can never cut, an empty expression, and one that Go's
// regexp doesn't know. An empty text is taken, for other splitters' lists end
// with it: it stands for cuts between letters, which are the last resort here
// anyway.
func (s Separator) check() error {
	if !s.Regex {
		return nil
	}
	if s.Pattern == "" {
		return errors.New("a separator's regular expression is empty; leave it out")
	}
	if _, err := regexp.Compile(s.Pattern); err != nil {
		return fmt.Errorf("%q is no regular expression (RE2 syntax): %w", s.Pattern, err)
	}
	return nil
}
