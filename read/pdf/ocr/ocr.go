// Package ocr reads pictures of pages with a program of the user's, such as
// tesseract.
//
// A [Command] says which program; [Command.Read] gives it the picture of a page
// and puts the words that it finds on the page as glyphs, where they stand.
package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/page"
)

// DPI is how finely pages are drawn for OCR.
const DPI = 300

// DefaultTime is how long a command may take over a page where nothing else
// is set.
const DefaultTime = 3 * time.Minute

// Command is a program that reads a picture. The zero value is none.
type Command struct {
	// Args are the program and its arguments. In each {image} stands for the
	// path of the picture, a PNG file, {lang} for Lang and {dpi} for the
	// picture's dots per inch. Where none has {image} the picture is on
	// standard input. It writes text, hOCR or the TSV of tesseract to standard
	// output. "tesseract" alone is enough for that program.
	Args []string
	// Lang is the language of the pages as the program calls it; "" means eng.
	Lang string
	// Time is how long it may take over a page; 0 means DefaultTime.
	Time time.Duration
}

// tesseract are the arguments where only the program is named.
var tesseract = []string{"{image}", "stdout", "-l", "{lang}", "--dpi", "{dpi}", "tsv"}

// Parse reads a command as it is written in one line: words at blanks, and in
// quotes as they are. It is not run by a shell.
func Parse(line string) (Command, error) {
	args, err := split(line)
	if err != nil || len(args) == 0 {
		return Command{}, err
	}
	if base := filepath.Base(args[0]); len(args) == 1 && (base == "tesseract" || base == "tesseract.exe") {
		args = append(args, tesseract...)
	}
	return Command{Args: args}, nil
}

// split parts a line into words. A quote of either kind holds to the next one
// of its kind; outside single quotes a backslash takes the next character as
// it is.
func split(line string) ([]string, error) {
	var args []string
	var word strings.Builder
	var quote rune
	begun, escaped := false, false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if begun {
				args = append(args, word.String())
				word.Reset()
				begun = false
			}
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("the command %q ends within a quotation", line)
	}
	if begun {
		args = append(args, word.String())
	}
	return args, nil
}

// LangOf is what tesseract calls the language of a tag: "spa" for "es-MX"; ""
// where the tag is none.
func LangOf(tag string) string {
	t, err := language.Parse(tag)
	if err != nil {
		return ""
	}
	base, confidence := t.Base()
	if confidence == language.No || base.ISO3() == "und" {
		return ""
	}
	return base.ISO3()
}

// Named says whether there is a command.
func (c Command) Named() bool { return len(c.Args) > 0 }

// Read has the picture of a page read, and puts what is found on the page
// instead of its glyphs. Where nothing is found the page is left as it is.
func (c Command) Read(ctx context.Context, p *page.Page, picture extract.Picture) error {
	limit := c.Time
	if limit <= 0 {
		limit = DefaultTime
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("%s took longer than %v", c.Args[0], limit))
	defer cancel()
	out, err := c.run(ctx, picture)
	if err != nil {
		return fmt.Errorf("OCR: %w", err)
	}
	words, err := wordsOf(out, picture.Scale, p.Width, p.Height)
	if err != nil {
		return fmt.Errorf("OCR: what %s wrote can't be read: %w", c.Args[0], err)
	}
	if len(words) > 0 {
		p.Glyphs, p.Fonts, p.Scan = glyphsOf(words), []page.Font{{Name: "OCR"}}, false
	}
	return nil
}

// maxOutput is the most that a command may write about one page.
const maxOutput = 32 << 20

var errOutput = errors.New("it wrote more than 32 MiB about one page")

// run runs the command in a folder that is gone afterwards.
func (c Command) run(ctx context.Context, picture extract.Picture) ([]byte, error) {
	dir, err := os.MkdirTemp("", "pildora-ocr-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "page.png")
	lang := c.Lang
	if lang == "" {
		lang = "eng"
	}
	replace := strings.NewReplacer("{image}", path, "{lang}", lang, "{dpi}", strconv.Itoa(picture.DPI))
	args := make([]string, len(c.Args))
	named := false
	for i, a := range c.Args {
		named = named || strings.Contains(a, "{image}")
		args[i] = replace.Replace(a)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = environment(os.Environ())
	cmd.WaitDelay = 2 * time.Second // its children may hold the pipes
	if named {
		if err := os.WriteFile(path, picture.PNG, 0o600); err != nil {
			return nil, err
		}
	} else {
		cmd.Stdin = bytes.NewReader(picture.PNG)
	}
	out, said := &limited{most: maxOutput}, &limited{most: 4 << 10, cut: true}
	cmd.Stdout, cmd.Stderr = out, said
	err = cmd.Run()
	switch {
	case context.Cause(ctx) != nil:
		return nil, context.Cause(ctx)
	case out.full:
		return nil, errOutput
	case err != nil:
		return nil, fmt.Errorf("%s: %w%s", args[0], err, lastLine(said.kept.Bytes()))
	}
	return out.kept.Bytes(), nil
}

// environment is ours without what is our own: a password may be in it. A
// program that would use all processors (tesseract does, and is slower for it)
// uses one, unless the user says otherwise: several documents are read at once.
func environment(vars []string) []string {
	out := []string{"OMP_THREAD_LIMIT=1"} // of two the last counts
	for _, v := range vars {
		if !strings.HasPrefix(v, "PILDORA_") {
			out = append(out, v)
		}
	}
	return out
}

// lastLine is the last line of what a program said, to be put behind an error.
func lastLine(said []byte) string {
	said = bytes.TrimSpace(said)
	if i := bytes.LastIndexByte(said, '\n'); i >= 0 {
		said = said[i+1:]
	}
	if len(said) == 0 {
		return ""
	}
	return ": " + string(bytes.ToValidUTF8(said, []byte("?")))
}

// limited keeps what is written up to a number of bytes; more is an error, or
// cut off. The buffer isn't embedded: io.Copy would read into it by itself,
// without an end.
type limited struct {
	kept bytes.Buffer
	most int
	cut  bool
	full bool
}

func (l *limited) Write(p []byte) (int, error) {
	room := l.most - l.kept.Len()
	l.kept.Write(p[:min(len(p), room)])
	if len(p) <= room {
		return len(p), nil
	}
	l.full = true
	if l.cut {
		return len(p), nil
	}
	return room, errOutput
}
