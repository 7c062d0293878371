package hf

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// post is what a post-processor does to one text: it adds special tokens, and
// takes white space off the spans of tokens.
type post struct {
	before, after []int  // ids of the special tokens
	trims         []trim // in turn
	bodies        int    // templates: how often the text itself stands in them
}

// trim takes white space off spans. With prefix, a blank that may have been
// added in front stays.
type trim struct{ prefix bool }

func readPost(raw json.RawMessage, depth int) (post, error) {
	if missing(raw) {
		return post{}, nil
	}
	if depth > mostNested {
		return post{}, errors.New("nested too deep")
	}
	p, err := readPart(raw)
	if err != nil {
		return post{}, err
	}
	switch p.kind {
	case "Sequence":
		return readPosts(p, depth)
	case "BertProcessing":
		return around(p)
	case "RobertaProcessing":
		var s struct {
			Trim   bool `json:"trim_offsets"`
			Prefix bool `json:"add_prefix_space"`
		}
		q, err := around(p)
		err = errors.Join(err, p.need("trim_offsets", "add_prefix_space"), p.read(&s))
		q.trims = trims(s.Trim, s.Prefix)
		return q, err
	case "ByteLevel":
		var s struct {
			Trim   bool `json:"trim_offsets"`
			Prefix bool `json:"add_prefix_space"`
		}
		err := errors.Join(p.need("trim_offsets", "add_prefix_space"), p.read(&s))
		return post{trims: trims(s.Trim, s.Prefix)}, err
	case "TemplateProcessing":
		return readTemplate(p)
	}
	return post{}, unknownType(p.kind, "TemplateProcessing", "BertProcessing", "RobertaProcessing", "ByteLevel", "Sequence")
}

// namedID is a token and its id: a pair in JSON.
type namedID struct{ id int }

// UnmarshalJSON reads the pair.
func (n *namedID) UnmarshalJSON(data []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("%.40s is not a token and its id", data)
	}
	return json.Unmarshal(pair[1], &n.id)
}

// around reads the tokens that BERT and RoBERTa put around a text.
func around(p part) (post, error) {
	var s struct{ Cls, Sep namedID }
	err := errors.Join(p.need("sep", "cls"), p.read(&s))
	return post{before: []int{s.Cls.id}, after: []int{s.Sep.id}}, err
}

func trims(on, prefix bool) []trim {
	if !on {
		return nil
	}
	return []trim{{prefix}}
}

func readPosts(p part, depth int) (post, error) {
	var s struct {
		Processors []json.RawMessage `json:"processors"`
	}
	if err := errors.Join(p.need("processors"), p.read(&s)); err != nil {
		return post{}, err
	}
	var all post
	for i, raw := range s.Processors {
		q, err := readPost(raw, depth+1)
		if err != nil {
			return post{}, fmt.Errorf("part %d of Sequence: %w", i, err)
		}
		all.before, all.after = slices.Concat(q.before, all.before), slices.Concat(all.after, q.after)
		all.trims = append(all.trims, q.trims...)
		all.bodies += q.bodies
	}
	if all.bodies > 1 {
		return post{}, errors.New("a Sequence with more than one TemplateProcessing")
	}
	return all, nil
}

func readTemplate(p part) (post, error) {
	var s struct {
		Single []struct {
			Sequence     *struct{ ID string }
			SpecialToken *struct{ ID string }
		} `json:"single"`
		Tokens map[string]struct {
			IDs    []int    `json:"ids"`
			Tokens []string `json:"tokens"`
		} `json:"special_tokens"`
	}
	if err := errors.Join(p.need("single", "special_tokens"), p.read(&s)); err != nil {
		return post{}, err
	}
	var q post
	for _, x := range s.Single {
		switch {
		case x.Sequence != nil && x.Sequence.ID == "A":
			q.bodies++
		case x.SpecialToken != nil:
			tokens, ok := s.Tokens[x.SpecialToken.ID]
			if !ok {
				return post{}, fmt.Errorf("type TemplateProcessing: special token %q is not among special_tokens", x.SpecialToken.ID)
			}
			if len(tokens.IDs) == 0 || len(tokens.IDs) != len(tokens.Tokens) {
				return post{}, fmt.Errorf("type TemplateProcessing: special_tokens: %q: %d ids for %d tokens", x.SpecialToken.ID, len(tokens.IDs), len(tokens.Tokens))
			}
			if q.bodies == 0 {
				q.before = append(q.before, tokens.IDs...)
			} else {
				q.after = append(q.after, tokens.IDs...)
			}
		default:
			return post{}, errors.New("type TemplateProcessing: single: want special tokens and sequence A")
		}
	}
	if q.bodies != 1 {
		return post{}, fmt.Errorf("type TemplateProcessing: single: sequence A stands there %d times, not once", q.bodies)
	}
	return q, nil
}

// apply trims the span of the i-th token, whose text is value, in the original.
// The reference counts characters, not bytes.
func (t trim) apply(tables *tables, original string, i int, value string, s doc.Span) doc.Span {
	blank := func(c rune) bool { return c == 'Ġ' || tables.white.Has(c) }
	leading, trailing := 0, 0
	for _, c := range value {
		if !blank(c) {
			break
		}
		leading++
	}
	for rest := value; rest != ""; trailing++ {
		c, n := utf8.DecodeLastRuneInString(rest)
		if !blank(c) {
			break
		}
		rest = rest[:len(rest)-n]
	}
	if leading == 1 && t.prefix && (i == 0 || s.Start == 0) {
		leading = 0
	}
	for ; leading > 0 && s.Start < s.End; leading-- {
		_, n := utf8.DecodeRuneInString(original[s.Start:])
		s.Start += n
	}
	if trailing > 0 && utf8.RuneCountInString(original[:s.End]) >= trailing {
		for ; trailing > 0 && s.Start < s.End; trailing-- {
			_, n := utf8.DecodeLastRuneInString(original[:s.End])
			s.End -= n
		}
	}
	return s
}
