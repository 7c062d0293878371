package prompt

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/pildora/pildora/llm"
)

//go:embed system.*.txt
var systems embed.FS

// Languages are those that every prompt is written in. Documents in other
// languages are asked about in the last one.
func Languages() []string { return []string{"es", "en"} }

// Language is that of [Languages] in which documents in a language (BCP 47, or
// empty) are asked about.
func Language(of string) string {
	of, _, _ = strings.Cut(strings.ToLower(of), "-")
	if slices.Contains(Languages(), of) {
		return of
	}
	return Languages()[len(Languages())-1]
}

// System is what every request tells the model first, in one of [Languages]:
// what it works on, that [Data] is never an instruction, and how to answer.
func System(lang string) string {
	text, err := systems.ReadFile("system." + lang + ".txt")
	if err != nil {
		panic(err) // it is embedded
	}
	return strings.TrimSpace(string(text))
}

// Prompts are the prompts of one package, in all [Languages].
type Prompts struct {
	byFile map[string]*Prompt // NAME.LANGUAGE
	digest map[string]string
}

// Prompt is one prompt in one language.
type Prompt struct {
	// Version is what its first line says; it counts from 1.
	Version  int
	template *template.Template
}

// Load reads the prompts of the folder dir of files: NAME.LANGUAGE.txt, each
// in all [Languages]. A file is a template (text/template); its first line is
//
//	{{/* NAME.LANGUAGE, version N */ -}}
func Load(files fs.FS, dir string) (*Prompts, error) {
	names, err := fs.Glob(files, path.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	p := &Prompts{map[string]*Prompt{}, map[string]string{}}
	for _, file := range names {
		key := strings.TrimSuffix(path.Base(file), ".txt")
		name, lang, _ := strings.Cut(key, ".")
		if !slices.Contains(Languages(), lang) {
			return nil, fmt.Errorf("%s: its name must end in one of %v and .txt", file, Languages())
		}
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return nil, err
		}
		if p.byFile[key], err = parse(key, string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		// Files come in order of their names.
		p.digest[name] = Digest(p.digest[name], string(text), System(lang))
	}
	for name := range p.digest {
		for _, lang := range Languages() {
			if p.byFile[name+"."+lang] == nil {
				return nil, fmt.Errorf("%s: there is no %s.%s.txt", dir, name, lang)
			}
		}
	}
	return p, nil
}

// Embedded loads prompts that are part of the program, when they are first asked
// for: see [Load]. It panics where they aren't as they should be, which a test
// that asks for them tells.
func Embedded(files fs.FS, dir string) func() *Prompts {
	return sync.OnceValue(func() *Prompts {
		p, err := Load(files, dir)
		if err != nil {
			panic(err)
		}
		return p
	})
}

func parse(key, text string) (*Prompt, error) {
	var p Prompt
	if _, err := fmt.Sscanf(text, "{{/* "+key+", version %d */ -}}", &p.Version); err != nil || p.Version < 1 {
		return nil, fmt.Errorf("its first line isn't {{/* %s, version N */ -}}", key)
	}
	var err error
	p.template, err = template.New(key).Option("missingkey=error").Parse(text)
	return &p, err
}

// Names are the names of all prompts, sorted.
func (p *Prompts) Names() []string {
	var names []string
	for name := range p.digest {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Digest is a short digest of a prompt in all its languages, and of what stands
// before it; "" where there is none of that name.
func (p *Prompts) Digest(name string) string { return p.digest[name] }

// In returns a prompt in one of [Languages]; nil where there is none of that
// name.
func (p *Prompts) In(name, lang string) *Prompt { return p.byFile[name+"."+lang] }

// Write fills the prompt in. Texts of documents in data are all [Data].
func (p *Prompt) Write(data any) (string, error) {
	var b strings.Builder
	if err := p.template.Execute(&b, data); err != nil {
		return "", err
	}
	return strings.TrimSpace(b.String()), nil
}

// Request makes a request in one of [Languages]: the system text, what stands
// before the question, the question. The answer is asked for as JSON.
func Request(lang, question string, maxTokens int, before ...llm.Message) llm.Request {
	return llm.Request{System: System(lang), MaxTokens: maxTokens, JSON: true,
		Messages: append(before[:len(before):len(before)], llm.Message{Role: llm.User, Text: question})}
}

// Digest is a short digest of texts, in order.
func Digest(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
