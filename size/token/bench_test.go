package token

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
)

// benchTexts is Spanish, English and code, from ../shared/data and the Go tree.
func benchTexts() map[string]string {
	return map[string]string{
		"es":    strings.Join(gather(shared("squad-es"), 1_000_000, ".txt", ".md"), "\n"),
		"en":    strings.Join(gather(shared("cuad"), 1_000_000, ".txt", ".md"), "\n"),
		"zh":    strings.Join(gather(shared("xquad-zh"), 1_000_000, ".txt", ".md"), "\n"),
		"lower": unbroken(1 << 17)["lower"],
		"code":  strings.Join(gather(filepath.Join(goroot(), "src", "net", "http"), 1_000_000, ".go"), "\n"),
	}
}

// speed reports bytes per second of processor time, on whatever machine shared
// with whomever.
func speed(b *testing.B, begin time.Duration, n int) {
	b.ReportMetric(float64(n)*float64(b.N)/1e6/(cputime.Process()-begin).Seconds(), "MB/cpu-s")
}

func BenchmarkSize(b *testing.B) {
	for _, name := range []string{"cl100k", "o200k"} {
		k := tokenizer(b, name)
		for kind, text := range benchTexts() {
			b.Run(name+"/"+kind, func(b *testing.B) {
				if text == "" {
					b.Skip("../shared/data isn't there")
				}
				k.Size("load")
				begin := cputime.Process()
				for b.Loop() {
					k.Size(text)
				}
				speed(b, begin, len(text))
			})
		}
	}
}

// BenchmarkCorpus counts the files that PILDORA_CORPUS names, separated by
// commas: with all caches empty, with warm ones, and in preparing a text.
func BenchmarkCorpus(b *testing.B) {
	files := os.Getenv("PILDORA_CORPUS")
	if files == "" {
		b.Skip("PILDORA_CORPUS names no files")
	}
	for file := range strings.SplitSeq(files, ",") {
		data, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		text := string(data)
		for _, name := range []string{"cl100k", "o200k"} {
			k := tokenizer(b, name)
			count := func(b *testing.B, work func()) {
				best := time.Duration(1 << 62)
				for b.Loop() {
					begin := cputime.Process()
					work()
					best = min(best, cputime.Process()-begin)
				}
				b.ReportMetric(float64(len(text))/1e6/best.Seconds(), "best-MB/cpu-s")
			}
			run := name + "/" + filepath.Base(file)
			b.Run(run+"/cold", func(b *testing.B) {
				count(b, func() {
					k.workers = sync.Pool{New: k.workers.New}
					k.Size(text)
				})
			})
			b.Run(run+"/warm", func(b *testing.B) { count(b, func() { k.Size(text) }) })
			b.Run(run+"/prepare", func(b *testing.B) { count(b, func() { k.Prepare(text) }) })
		}
	}
}

// BenchmarkLoad makes a tokenizer and counts one word with it.
func BenchmarkLoad(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			begin := cputime.Process()
			for b.Loop() {
				k, _ := New(name)
				k.Size("word")
			}
			b.ReportMetric((cputime.Process()-begin).Seconds()*1e3/float64(b.N), "cpu-ms/op")
		})
	}
}

// benchRuler prepares some pages of text with words, numbers and marks.
func benchRuler(b *testing.B) (text string, r *ruler) {
	text = strings.Repeat("El convenio reconoce 23 días laborables, salvo pacto en contrario.\n\n* It's `code`.\n", 2000)
	return text, tokenizer(b, "cl100k").Prepare(text).(*ruler)
}

// BenchmarkRulerGrow grows spans of up to 400 tokens word by word.
func BenchmarkRulerGrow(b *testing.B) {
	text, r := benchRuler(b)
	calls := 0
	begin := cputime.Process()
	for b.Loop() {
		start := 0
		for end := range text {
			if text[end] != ' ' {
				continue
			}
			calls++
			if r.Size(doc.Span{Start: start, End: end}) > 400 {
				start = end
			}
		}
	}
	b.ReportMetric(float64((cputime.Process()-begin).Nanoseconds())/float64(calls), "cpu-ns/call")
}

// BenchmarkRulerRandom measures spans anywhere, which begin and end at words.
func BenchmarkRulerRandom(b *testing.B) {
	text, r := benchRuler(b)
	var words []int
	for i := range text {
		if text[i] == ' ' {
			words = append(words, i)
		}
	}
	random := rand.New(rand.NewPCG(7, 8))
	begin := cputime.Process()
	for b.Loop() {
		i := random.IntN(len(words) - 300)
		r.Size(doc.Span{Start: words[i] + 1, End: words[i+1+random.IntN(299)]})
	}
	b.ReportMetric(float64((cputime.Process()-begin).Nanoseconds())/float64(b.N), "cpu-ns/call")
}

// BenchmarkReach asks how far spans from each word may go.
func BenchmarkReach(b *testing.B) {
	text, r := benchRuler(b)
	at := 0
	begin := cputime.Process()
	for b.Loop() {
		if at++; at == len(text)/2 {
			at = 0
		}
		r.Reach(at, 512)
	}
	b.ReportMetric(float64((cputime.Process()-begin).Nanoseconds())/float64(b.N), "cpu-ns/call")
}

// goroot is where Go's own sources are, or a folder that isn't there.
func goroot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "goroot-is-unknown"
	}
	return strings.TrimSpace(string(out))
}
