package hf

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/hf/onig"
)

// mostNested bounds sequences within sequences.
const mostNested = 32

// readNormalizer makes the normalizer of a file; nil where it has none.
func readNormalizer(t *tables, raw json.RawMessage, depth int) (normalizers, error) {
	if missing(raw) {
		return nil, nil
	}
	if depth > mostNested {
		return nil, errors.New("nested too deep")
	}
	p, err := readPart(raw)
	if err != nil {
		return nil, err
	}
	switch p.kind {
	case "Sequence":
		var s struct {
			Normalizers []json.RawMessage `json:"normalizers"`
		}
		if err := errors.Join(p.need("normalizers"), p.read(&s)); err != nil {
			return nil, err
		}
		var all normalizers
		for i, raw := range s.Normalizers {
			ns, err := readNormalizer(t, raw, depth+1)
			if err != nil {
				return nil, fmt.Errorf("part %d of Sequence: %w", i, err)
			}
			all = append(all, ns...)
		}
		return all, nil
	case "BertNormalizer", "Bert":
		return bertNormalizer(t, p)
	}
	n, err := oneNormalizer(t, p)
	if err != nil {
		return nil, err
	}
	return normalizers{n}, nil
}

func oneNormalizer(t *tables, p part) (normalizer, error) {
	switch p.kind {
	case "NFC", "NFD", "NFKC", "NFKD":
		return newForm(t, p.kind), nil
	case "Nmt":
		return mapped(nmt), nil
	case "Lowercase":
		return lowercase(t), nil
	case "StripAccents":
		return without(t.mark.Has), nil
	case "ByteLevel":
		return byteLevel{}, nil
	case "Strip":
		var s struct {
			Left  bool `json:"strip_left"`
			Right bool `json:"strip_right"`
		}
		err := errors.Join(p.need("strip_left", "strip_right"), p.read(&s))
		return strip{t, s.Left, s.Right}, err
	case "Prepend":
		var s struct {
			Prepend string `json:"prepend"`
		}
		err := errors.Join(p.need("prepend"), p.read(&s))
		return prepend(s.Prepend), err
	case "Precompiled":
		var s struct {
			Map string `json:"precompiled_charsmap"`
		}
		if err := errors.Join(p.need("precompiled_charsmap"), p.read(&s)); err != nil {
			return nil, err
		}
		m, err := parseCharsMap(s.Map)
		if err != nil {
			return nil, fmt.Errorf("type Precompiled: %w", err)
		}
		return m, nil
	case "Replace":
		return newReplace(t, p)
	}
	return nil, unknownType(p.kind, "NFC", "NFD", "NFKC", "NFKD", "Nmt", "Lowercase", "Strip", "StripAccents", "Replace",
		"Prepend", "BertNormalizer", "Precompiled", "ByteLevel", "Sequence")
}

func newReplace(t *tables, p part) (normalizer, error) {
	var s struct {
		Pattern pattern `json:"pattern"`
		Content string  `json:"content"`
	}
	if err := errors.Join(p.need("pattern", "content"), p.read(&s)); err != nil {
		return nil, err
	}
	each, empty, err := s.Pattern.matches(t)
	if err == nil && empty {
		err = errors.New("a pattern that may match nothing is not supported")
	}
	if err != nil {
		return nil, fmt.Errorf("type Replace: %w", err)
	}
	return replace{s.Pattern, each, s.Content}, nil
}

func bertNormalizer(t *tables, p part) (normalizers, error) {
	var s struct {
		Clean   bool  `json:"clean_text"`
		Chinese bool  `json:"handle_chinese_chars"`
		Strip   *bool `json:"strip_accents"`
		Lower   bool  `json:"lowercase"`
	}
	if err := errors.Join(p.need("clean_text", "handle_chinese_chars", "lowercase"), p.read(&s)); err != nil {
		return nil, err
	}
	var ns normalizers
	if s.Clean {
		ns = append(ns, cleaned(t))
	}
	if s.Chinese {
		ns = append(ns, spaced(t))
	}
	if s.Strip == nil && s.Lower || isSet(s.Strip) {
		ns = append(ns, newForm(t, "NFD"), without(t.nonspacing.Has))
	}
	if s.Lower {
		ns = append(ns, lowercase(t))
	}
	return ns, nil
}

// readSplitters makes the pre-tokenizers of a file, in order.
func readSplitters(t *tables, raw json.RawMessage, depth int) ([]splitter, error) {
	if missing(raw) {
		return nil, nil
	}
	if depth > mostNested {
		return nil, errors.New("nested too deep")
	}
	p, err := readPart(raw)
	if err != nil {
		return nil, err
	}
	if p.kind != "Sequence" {
		s, err := oneSplitter(t, p)
		if err != nil {
			return nil, err
		}
		return []splitter{s}, nil
	}
	var s struct {
		Pretokenizers []json.RawMessage `json:"pretokenizers"`
	}
	if err := errors.Join(p.need("pretokenizers"), p.read(&s)); err != nil {
		return nil, err
	}
	var all []splitter
	for i, raw := range s.Pretokenizers {
		ss, err := readSplitters(t, raw, depth+1)
		if err != nil {
			return nil, fmt.Errorf("part %d of Sequence: %w", i, err)
		}
		all = append(all, ss...)
	}
	return all, nil
}

func oneSplitter(t *tables, p part) (splitter, error) {
	switch p.kind {
	case "BertPreTokenizer":
		return bertSplitter(t), nil
	case "Whitespace":
		return words(t), nil
	case "WhitespaceSplit":
		return charCutter(t.white.Has, removed), nil
	case "UnicodeScripts":
		return newScriptSplitter(t), nil
	case "ByteLevel":
		return newByteSplitter(t, p)
	case "Metaspace":
		return newMetaspace(p)
	case "Split":
		return newSplit(t, p)
	case "CharDelimiterSplit", "Delimiter":
		var s struct {
			Delimiter string `json:"delimiter"`
		}
		err := errors.Join(p.need("delimiter"), p.read(&s))
		c, err := oneRune(p, "delimiter", s.Delimiter, err)
		return charCutter(func(r rune) bool { return r == c }, removed), err
	case "Punctuation":
		s := struct {
			Behavior behavior `json:"behavior"`
		}{isolated}
		if err := p.read(&s); err != nil {
			return nil, err
		}
		return charCutter(t.punctuation.Has, s.Behavior), s.Behavior.check()
	case "Digits":
		var s struct {
			Single bool `json:"individual_digits"`
		}
		b := contiguous
		err := errors.Join(p.need("individual_digits"), p.read(&s))
		if s.Single {
			b = isolated
		}
		return charCutter(t.numeric.Has, b), err
	case "FixedLength":
		s := struct {
			Length int `json:"length"`
		}{5}
		err := p.read(&s)
		if err == nil && s.Length < 1 {
			err = fmt.Errorf("type FixedLength: length %d is too small", s.Length)
		}
		return fixedLength(s.Length), err
	}
	return nil, unknownType(p.kind, "ByteLevel", "Metaspace", "Whitespace", "WhitespaceSplit", "BertPreTokenizer",
		"Punctuation", "Digits", "CharDelimiterSplit", "Split", "UnicodeScripts", "FixedLength", "Sequence")
}

func oneRune(p part, field, text string, err error) (rune, error) {
	if err != nil {
		return 0, err
	}
	if utf8.RuneCountInString(text) != 1 {
		return 0, fmt.Errorf("%s: %s: %q is not one character", p.kind, field, text)
	}
	c, _ := utf8.DecodeRuneInString(text)
	return c, nil
}

func newByteSplitter(t *tables, p part) (splitter, error) {
	s := struct {
		Prefix bool `json:"add_prefix_space"`
		Regex  bool `json:"use_regex"`
	}{Regex: true}
	if err := errors.Join(p.need("add_prefix_space", "trim_offsets"), p.read(&s)); err != nil {
		return nil, err
	}
	b := byteSplitter{prefix: s.Prefix}
	if s.Regex {
		re, err := onig.Compile(gpt2, t.classes)
		if err != nil {
			return nil, err
		}
		b.words = cutter{find: matchFinder(re.Each), behavior: isolated, covering: gpt2}
	}
	return b, nil
}

func newMetaspace(p part) (splitter, error) {
	s := struct {
		Replacement string `json:"replacement"`
		Prefix      *bool  `json:"add_prefix_space"`
		Scheme      string `json:"prepend_scheme"`
		Split       *bool  `json:"split"`
	}{Scheme: "always"}
	if err := errors.Join(p.need("replacement"), p.read(&s)); err != nil {
		return nil, err
	}
	if _, err := oneRune(p, "replacement", s.Replacement, nil); err != nil {
		return nil, err
	}
	switch s.Scheme {
	case "always", "first", "never":
	default:
		return nil, fmt.Errorf("type Metaspace: prepend_scheme %q: known are always, first, never", s.Scheme)
	}
	if s.Prefix != nil && !*s.Prefix && s.Scheme != "never" {
		return nil, fmt.Errorf("type Metaspace: add_prefix_space false does not go with prepend_scheme %q", s.Scheme)
	}
	return metaspace{s.Replacement, s.Scheme, s.Split == nil || *s.Split}, nil
}

func newSplit(t *tables, p part) (splitter, error) {
	var s struct {
		Pattern  pattern  `json:"pattern"`
		Behavior behavior `json:"behavior"`
		Invert   bool     `json:"invert"`
	}
	if err := errors.Join(p.need("pattern", "behavior", "invert"), p.read(&s)); err != nil {
		return nil, err
	}
	each, _, err := s.Pattern.matches(t)
	if err == nil {
		err = s.Behavior.check()
	}
	if err != nil {
		return nil, fmt.Errorf("type Split: %w", err)
	}
	covering := ""
	if s.Pattern.Regex != nil && (s.Behavior == isolated && !s.Invert || s.Behavior == removed && s.Invert) {
		covering = *s.Pattern.Regex
	}
	find := matchFinder(each)
	if s.Invert {
		find = inverted(find)
	}
	c := cutter{find: find, behavior: s.Behavior, inverted: s.Invert, covering: covering}
	if s.Pattern.Literal != nil {
		c.literal = *s.Pattern.Literal
	}
	return c, nil
}
