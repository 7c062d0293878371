package config

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"

	"github.com/pildora/pildora/ingest"
)

var envName = regexp.MustCompile(`^PILDORA_[A-Z]+(_[A-Z]+)*$`)

func TestTable(t *testing.T) {
	seen := map[string]string{}
	once := func(what, name, key string) {
		if name == "" {
			return
		}
		if other, twice := seen[what+name]; twice {
			t.Errorf("%s %s belongs to %s and %s", what, name, other, key)
		}
		seen[what+name] = key
	}
	for _, f := range Fields() {
		once("key ", f.Key, f.Key)
		once("flag ", f.Flag, f.Key)
		once("short ", f.Short, f.Key)
		once("env ", f.Env(), f.Key)
		if !envName.MatchString(f.Env()) {
			t.Errorf("%s: variable %s", f.Key, f.Env())
		}
		if !strings.HasSuffix(f.Doc, ".") || strings.ToUpper(f.Doc[:1]) != f.Doc[:1] || strings.Contains(f.Doc, "\n") {
			t.Errorf("%s: doc %q is no sentence", f.Key, f.Doc)
		}
		if f.Example == "" {
			t.Errorf("%s: no example", f.Key)
		}
		if f.Kind == Number || f.Kind == Bytes {
			if f.Highest <= f.Lowest {
				t.Errorf("%s: range %d–%d", f.Key, f.Lowest, f.Highest)
			}
		}
		if f.Kind.isRules() {
			continue
		}
		if err := f.Set(&Settings{}, f.parseItems(f.Default)); err != nil {
			t.Errorf("%s: default: %v", f.Key, err)
		}
	}
}

// Each example is loaded as it would stand in a file, and each changes the
// field: an example that shows the default teaches nothing, save where it
// spells a default out.
func TestTableExamples(t *testing.T) {
	for _, f := range Fields() {
		key := strings.ReplaceAll(f.Key, ".", ": {") + ": " + f.Example + strings.Repeat("}", strings.Count(f.Key, "."))
		s, _, err := load(t, key+"\n", nil)
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		if f.Kind.isRules() {
			if len(s.Profiles)+len(s.Meta) != 1 {
				t.Errorf("%s: %d rules", key, len(s.Profiles)+len(s.Meta))
			}
			continue
		}
		if !f.Kind.IsList() && reflect.DeepEqual(f.Get(s), f.Get(Default(Fields()))) {
			t.Errorf("%s: is the default", key)
		}
	}
}

// Every field of the struct is in the table: setting each through the table
// leaves no exported field at its zero value.
func TestTableIsComplete(t *testing.T) {
	s := Settings{}
	for _, f := range Fields() {
		if f.Kind.isRules() {
			continue
		}
		items, ok := decodeItems(f, f.Example)
		if !ok {
			t.Errorf("%s: example %s", f.Key, f.Example)
		}
		if err := f.Set(&s, items); err != nil {
			t.Errorf("%s: %v", f.Key, err)
		}
	}
	s.Profiles, s.Meta, s.File, s.Dir = []Rule{{}}, ingest.MetaRules{{}}, "f", "d" // not from the table
	for _, v := range []reflect.Value{reflect.ValueOf(s), reflect.ValueOf(s.Recipe), reflect.ValueOf(s.Search), reflect.ValueOf(s.LLM)} {
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && v.Field(i).IsZero() {
				t.Errorf("no setting for %s", f.Name)
			}
		}
	}
}

func TestExampleHoldsTheDefaults(t *testing.T) {
	example := string(Example())
	open := regexp.MustCompile(`(?m)^#(\S|  )`).ReplaceAllString(example, "$1")
	for what, text := range map[string]string{"as it is": example, "with every setting on": open} {
		s, ws, err := load(t, text, nil)
		if err != nil || len(ws) > 0 {
			t.Fatalf("%s: %v %v\n%s", what, ws, err, text)
		}
		for _, f := range Fields() {
			if got, want := f.Get(s), f.Get(Default(Fields())); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s is %v, default %v", what, f.Key, got, want)
			}
			if layer := s.Where(f.Key).Layer; !f.Kind.isRules() && (layer == FromFile) != (what != "as it is") {
				t.Errorf("%s: %s comes from layer %d", what, f.Key, layer)
			}
		}
	}
}

func TestVocabularyCanBeReplaced(t *testing.T) {
	table := Fields().With("strategy", []string{"cascade", "semantic"})
	if _, _, err := Load(Options{NoFile: true, Table: table, Env: []string{"PILDORA_STRATEGY=semantic"}}); err != nil {
		t.Error(err)
	}
	if _, _, err := Load(Options{NoFile: true, Table: table, Env: []string{"PILDORA_STRATEGY=fixed"}}); err == nil {
		t.Error("fixed is still allowed")
	}
	if f, _ := Fields().Field("strategy"); slices.Contains(f.Allowed, "semantic") {
		t.Error("With changed the table it was called on")
	}
}

// The schema is one that an editor can use: every keyword is known, every
// setting is in it with its sentence, and what it says of a file is what Load
// says.
func TestSchema(t *testing.T) {
	var root map[string]json.RawMessage
	if err := json.Unmarshal(Schema(), &root); err != nil {
		t.Fatal(err)
	}
	if string(root["$schema"]) != `"https://json-schema.org/draft/2020-12/schema"` {
		t.Errorf("$schema is %s", root["$schema"])
	}
	s := parseSchema(t, Schema())
	for _, f := range Fields() {
		p := s
		for level := range strings.SplitSeq(f.Key, ".") {
			if p = p.Properties[level]; p == nil {
				t.Fatalf("%s is not in the schema", f.Key)
			}
		}
		if p.Description != f.Doc || p.Default == nil || !valid(p, asJSON(t, string(p.Default))) {
			t.Errorf("%s: description %q, default %s", f.Key, p.Description, p.Default)
		}
		if !valid(p, asJSON(t, f.Example)) {
			t.Errorf("%s: the example %s is refused", f.Key, f.Example)
		}
	}
	for _, file := range []string{"max: 5", "max: '5'", "max: five", "max: 0", "max: 5.5", "maxx: 5", "search: {k: 3}", "search: {kk: 3}", "search: 3", "strategy: fixed",
		"strategy: fixd", "overlap: 10%", "overlap: 12", "overlap: x", "frame: [none]", "frame: [x]", "frame: 3", "separators: [a, {regex: b}]", "separators: [{rx: b}]", "profiles: [{match: {glob: a}, max: 4}]",
		"profiles: [{match: {gleb: a}, max: 4}]", "profiles: [{workers: 4}]", "meta: [{match: {glob: a}, set: {a: [b, 1], c: true}, override: true}]", "meta: [{match: {}}]", "meta: [{set: {a: {}}}]", "max_file_bytes: 4MB", "max_file_bytes: 4XB", "lang: es", "lang: 'spanish'", "include: a", "include: ['']", "max:",
		"llm_timeout: 90s", "llm_timeout: 90", "llm_timeout: [1]", "llm_max_cost: 2.5", "llm_max_cost: [2]", "llm_concurrency: 0"} {
		_, _, err := load(t, file, nil)
		if got := valid(s, asJSON(t, file)); got != (err == nil) {
			t.Errorf("%s: schema says %v, Load says %v", file, got, err)
		}
	}
}

func asJSON(t *testing.T, text string) any {
	t.Helper()
	raw, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// parseSchema reads a schema back and refuses keywords that valid doesn't know.
func parseSchema(t *testing.T, data []byte) *schema {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var s schema
	if err := d.Decode(&s); err != nil {
		t.Fatal(err)
	}
	return &s
}

// UnmarshalJSON reads what MarshalJSON writes.
func (o *openness) UnmarshalJSON(data []byte) error {
	if string(data) == "false" {
		return nil
	}
	return json.Unmarshal(data, &o.of)
}

// valid is JSON Schema validation for the keywords of the type schema.
func valid(s *schema, v any) bool {
	if s.Type != nil && !slices.ContainsFunc(s.Type, func(t string) bool { return hasType(t, v) }) {
		return false
	}
	if s.AnyOf != nil && !slices.ContainsFunc(s.AnyOf, func(o *schema) bool { return valid(o, v) }) {
		return false
	}
	switch v := v.(type) {
	case string:
		return (s.Enum == nil || slices.Contains(s.Enum, v)) && len(v) >= s.MinLength && (s.Pattern == "" || regexp.MustCompile(s.Pattern).MatchString(v))
	case json.Number:
		n, err := v.Int64()
		return s.Enum == nil && (err != nil || (s.Minimum == nil || n >= *s.Minimum) && (s.Maximum == nil || n <= *s.Maximum))
	case []any:
		return s.Enum == nil && (s.Items == nil || !slices.ContainsFunc(v, func(i any) bool { return !valid(s.Items, i) }))
	case map[string]any:
		return validObject(s, v)
	}
	return s.Enum == nil
}

func validObject(s *schema, v map[string]any) bool {
	for k, x := range v {
		switch p := s.Properties[k]; {
		case p != nil && !valid(p, x):
			return false
		case p == nil && s.Additional != nil && (s.Additional.of == nil || !valid(s.Additional.of, x)):
			return false
		}
	}
	return !slices.ContainsFunc(s.Required, func(k string) bool { _, ok := v[k]; return !ok })
}

func hasType(t string, v any) bool {
	switch v := v.(type) {
	case nil:
		return t == "null"
	case string:
		return t == "string"
	case bool:
		return t == "boolean"
	case json.Number:
		_, err := v.Int64()
		return t == "number" || t == "integer" && err == nil
	case []any:
		return t == "array"
	}
	return t == "object"
}

func TestOverlapRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Overlap{rapid.IntRange(1, 1<<40).Draw(t, "n"), OverlapUnit(rapid.IntRange(1, 4).Draw(t, "unit"))}
		got, err := ParseOverlap(o.String())
		if err != nil || got != o {
			t.Fatalf("%v is read back as %v: %v", o, got, err)
		}
	})
	for text, want := range map[string]Overlap{"none": {}, "0": {}, "0%": {}, " 10 % ": {10, OverlapPercent}, "1p": {1, OverlapParagraphs}} {
		if got, err := ParseOverlap(text); err != nil || got != want {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-1", "1.5%", "p", "%", "10%%", "1w", "ten", "1e3"} {
		if got, err := ParseOverlap(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestBytesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, many).Draw(t, "n") << (10 * rapid.IntRange(0, 3).Draw(t, "unit")) & (many - 1)
		if got, ok := parseBytes(formatBytes(n)); !ok || got != n {
			t.Fatalf("%d is written %s and read %d", n, formatBytes(n), got)
		}
	})
	for _, text := range []string{"", "MiB", "9999999999999999GiB", "1.5MB", "x"} {
		if n, ok := parseBytes(text); ok {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}

func TestNearest(t *testing.T) {
	names := Fields().settable()
	for _, f := range Fields() {
		if n := Nearest(f.Key, append([]string{f.Key}, names...)); n != f.Key {
			t.Errorf("nearest to %s is %s", f.Key, n)
		}
	}
	for given, want := range map[string]string{"Max": "max", "startegy": "strategy", "overlapp": "overlap", "qqqqqq": "", "": ""} {
		if got := Nearest(given, names); got != want {
			t.Errorf("nearest to %q is %q, want %q", given, got, want)
		}
	}
}
