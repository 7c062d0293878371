package config

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// schema is the part of JSON Schema, draft 2020-12, that settings need.
type schema struct {
	Dialect     string             `json:"$schema,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        []string           `json:"type,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Pattern     string             `json:"pattern,omitempty"`
	Minimum     *int64             `json:"minimum,omitempty"`
	Maximum     *int64             `json:"maximum,omitempty"`
	MinLength   int                `json:"minLength,omitempty"`
	Default     json.RawMessage    `json:"default,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	AnyOf       []*schema          `json:"anyOf,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Additional  *openness          `json:"additionalProperties,omitempty"`
}

// openness is what additionalProperties holds: false, or a schema.
type openness struct{ of *schema }

// MarshalJSON writes false or the schema.
func (o *openness) MarshalJSON() ([]byte, error) {
	if o.of == nil {
		return []byte("false"), nil
	}
	return json.Marshal(o.of)
}

// Schema is the JSON schema (draft 2020-12) of the settings file, for editors.
func Schema() []byte { return Fields().Schema() }

// Schema is the JSON schema of a file with the settings of t.
func (t Table) Schema() []byte {
	root := object()
	root.Dialect = "https://json-schema.org/draft/2020-12/schema"
	root.Title = "Settings of pildora (" + FileName + ")"
	for _, f := range t {
		parent := root
		if section, _, ok := strings.Cut(f.Key, "."); ok {
			if root.Properties[section] == nil {
				s := object()
				s.Type = append(s.Type, "null")
				root.Properties[section] = s
			}
			parent = root.Properties[section]
		}
		parent.Properties[f.name()] = f.schema(t)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		panic(err) // the type above has nothing that can't be written
	}
	return b.Bytes()
}

func object() *schema {
	return &schema{Type: []string{"object"}, Properties: map[string]*schema{}, Additional: &openness{}}
}

func (f Field) schema(t Table) *schema {
	s := f.valueSchema(t)
	// A key without a value leaves the default, so null is allowed.
	s = &schema{AnyOf: []*schema{s, {Type: []string{"null"}}}, Description: f.Doc, Default: f.defaultJSON()}
	return s
}

func (f Field) valueSchema(t Table) *schema {
	switch f.Kind {
	case Number:
		return &schema{AnyOf: []*schema{{Type: []string{"integer"}, Minimum: &f.Lowest, Maximum: &f.Highest}, {Type: []string{"string"}, Pattern: `^\s*[0-9]+\s*$`}}}
	case Bytes:
		return &schema{AnyOf: []*schema{{Type: []string{"integer"}, Minimum: &f.Lowest, Maximum: &f.Highest},
			{Type: []string{"string"}, Pattern: `^\s*[0-9]+\s*([KkMmGg][Ii]?)?[Bb]?\s*$`}}}
	case Amount:
		zero := int64(0)
		return &schema{AnyOf: []*schema{{Type: []string{"integer"}, Minimum: &zero}, {Type: []string{"string"}, Pattern: `^\s*(none|[0-9]+\s*[%sp]?)\s*$`}}}
	case Joining:
		one := int64(1)
		under := object()
		under.Properties["under"] = &schema{AnyOf: []*schema{{Type: []string{"integer"}, Minimum: &one}, {Type: []string{"string"}, Pattern: `^[0-9]*[1-9][0-9]*$`}}}
		under.Required = []string{"under"}
		return &schema{AnyOf: []*schema{{Type: []string{"string"}, Pattern: `^\s*(never|siblings|under:\s*[0-9]*[1-9][0-9]*)\s*$`}, under}}
	case Duration:
		return &schema{Type: []string{"integer", "string"}}
	case Decimal:
		zero := int64(0)
		s := &schema{AnyOf: []*schema{{Type: []string{"number"}, Minimum: &zero}, {Type: []string{"string"}}}}
		if f.Highest > 0 {
			s.AnyOf[0].Maximum = &f.Highest
		}
		return s
	case Names:
		return &schema{AnyOf: []*schema{{Type: []string{"array"}, Items: &schema{Enum: f.Allowed}}, {Type: []string{"string"}, MinLength: 1}}}
	case List:
		return textList()
	case Separate:
		regex := object()
		regex.Properties["regex"] = &schema{Type: []string{"string"}, MinLength: 1}
		regex.Required = []string{"regex"}
		entry := &schema{AnyOf: []*schema{{Type: []string{"string"}, MinLength: 1}, regex}}
		return &schema{AnyOf: []*schema{entry, {Type: []string{"array"}, Items: entry}}}
	case Rules:
		return &schema{Type: []string{"array"}, Items: t.ruleSchema()}
	case MetaRules:
		return &schema{Type: []string{"array"}, Items: metaRuleSchema()}
	case Tag:
		return &schema{Type: []string{"string"}, Pattern: `^(auto|[A-Za-z]{2,3}([-_].*)?)$`}
	case Text:
		if f.Allowed != nil {
			return &schema{Enum: f.names()}
		}
	}
	return &schema{Type: []string{"string", "number", "boolean"}}
}

// names are the allowed names, and "" where it is the default.
func (f Field) names() []string {
	if f.Default == "" {
		return append([]string{""}, f.Allowed...)
	}
	return f.Allowed
}

func textList() *schema {
	text := &schema{Type: []string{"string"}, MinLength: 1}
	return &schema{AnyOf: []*schema{text, {Type: []string{"array"}, Items: text}}}
}

func (t Table) ruleSchema() *schema {
	rule := object()
	rule.Properties["name"] = &schema{Type: []string{"string"}}
	rule.Properties["match"] = matchSchema()
	for _, f := range t {
		if f.Group == RecipeGroup {
			s := f.schema(t)
			s.Default = nil // a rule's default is the file's value
			rule.Properties[f.Key] = s
		}
	}
	return rule
}

func matchSchema() *schema {
	match := object()
	match.Description = "Every condition that is given must hold; of a list, one entry is enough."
	match.Properties["glob"], match.Properties["media"] = textList(), textList()
	match.Properties["meta"] = &schema{Type: []string{"object"}, Additional: &openness{&schema{Type: scalarTypes()}}}
	return match
}

func scalarTypes() []string { return []string{"string", "number", "boolean"} }

func metaRuleSchema() *schema {
	rule := object()
	value := &schema{AnyOf: []*schema{{Type: scalarTypes()}, {Type: []string{"array"}, Items: &schema{Type: scalarTypes()}}}}
	rule.Properties["match"] = matchSchema()
	rule.Properties["set"] = &schema{Type: []string{"object"}, Additional: &openness{value}, Description: "Metadata by key: texts, or lists of them."}
	rule.Properties["override"] = &schema{Type: []string{"boolean"}, Description: "Whether the rule wins over what documents say of themselves."}
	rule.Required = []string{"set"}
	return rule
}

// defaultJSON is the default in the type that the schema prefers.
func (f Field) defaultJSON() json.RawMessage {
	if f.Kind == Number {
		return json.RawMessage(f.Default)
	}
	if !f.Kind.IsList() {
		return json.RawMessage(strconv.Quote(f.Default))
	}
	quoted := []string{}
	for _, i := range f.parseItems(f.Default) {
		quoted = append(quoted, strconv.Quote(i.Text))
	}
	return json.RawMessage("[" + strings.Join(quoted, ",") + "]")
}
