package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// machine describes where it was measured, without names or paths.
func machine() string {
	model := "unknown processor"
	memory := ""
	eachLine("/proc/cpuinfo", func(line string) bool {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			return false
		}
		return true
	})
	eachLine("/proc/meminfo", func(line string) bool {
		var kib int
		if n, _ := fmt.Sscanf(line, "MemTotal: %d kB", &kib); n == 1 {
			memory = fmt.Sprintf(", %.0f GiB of memory", float64(kib)/(1<<20))
		}
		return memory == ""
	})
	return fmt.Sprintf("%s, %d cores%s, %s/%s, %s", model, runtime.NumCPU(), memory, runtime.GOOS, runtime.GOARCH, runtime.Version())
}

func eachLine(path string, do func(string) bool) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan() && do(lines.Text()); {
	}
}

// commit is what was measured, and when.
func commit() string {
	out, err := exec.Command("git", "log", "-1", "--format=%h").Output()
	name := strings.TrimSpace(string(out))
	if err != nil || name == "" {
		name = "unknown"
	}
	if out, err := exec.Command("git", "status", "--porcelain", "--untracked-files=no", "--", "*.go", "*.s").Output(); err == nil && len(out) > 0 {
		name += " with changes"
	}
	return fmt.Sprintf("commit %s, %s", name, time.Now().UTC().Format("2006-01-02"))
}

// versions names the peers' packages and their versions, by language.
func (s settings) versions() []string {
	if s.home == "" {
		return nil
	}
	var out []string
	add := func(language string, names []string) {
		if slices.Sort(names); len(names) > 0 {
			out = append(out, language+": "+strings.Join(slices.Compact(names), ", "))
		}
	}
	add("Python", s.pythonVersions())
	add("Rust", s.rustVersions())
	add("Go", s.goVersions())
	add("JavaScript", s.nodeVersions())
	return out
}

var pythonPeers = regexp.MustCompile(`(?m)^(chunkr-rs|blazechunk|memchunk|chonkie|chonkie-core|langchain-text-splitters|llama-index-core|haystack-ai|` +
	`semchunk|semantic-text-splitter|tiktoken|tokenizers|gigatoken|quicktok|snaptokens|tokie|sentencex|pysbd|nltk)==(\S+)$`)

func (s settings) pythonVersions() []string {
	out, err := exec.Command(s.at("venv/bin/python"), "-m", "pip", "list", "--format=freeze").Output()
	if err != nil {
		return nil
	}
	return pairs(pythonPeers, string(out))
}

var (
	rustPeers  = regexp.MustCompile(`name = "(text-splitter|tiktoken-rs|tokenizers|bpe-openai|pulldown-cmark|chunk|unicode-segmentation|icu_segmenter|memchr)"\nversion = "([^"]+)"`)
	rustChunkr = regexp.MustCompile(`name = "(chunkr)"\nversion = "([^"]+)"`)
)

func (s settings) rustVersions() []string {
	var names []string
	for _, p := range []struct {
		program, lock string
		wanted        *regexp.Regexp
	}{
		{"target/release/rsb", "rust/Cargo.lock", rustPeers},
		{"target/release/rsc", "chunkr/Cargo.lock", rustChunkr},
	} {
		lock, err := os.ReadFile(s.at(p.lock))
		if err == nil && exists(s.at(p.program)) {
			names = append(names, pairs(p.wanted, string(lock))...)
		}
	}
	return names
}

var goPeers = regexp.MustCompile(`(?m)^\t(\S+) (v[\d.]+)$`)

func (s settings) goVersions() []string {
	mod, err := os.ReadFile(s.at("go/go.mod"))
	if err != nil || !exists(s.at("go/peer")) {
		return nil
	}
	return pairs(goPeers, string(mod))
}

var nodePeers = regexp.MustCompile(`(?s)"node_modules/(@chonkiejs/chunk|@chonkiejs/core|@langchain/textsplitters|gpt-tokenizer|js-tiktoken)": \{\s+"version": "([^"]+)"`)

func (s settings) nodeVersions() []string {
	lock, err := os.ReadFile(s.at("node/package-lock.json"))
	if err != nil || !exists(s.at("node/node_modules")) {
		return nil
	}
	return pairs(nodePeers, string(lock))
}

// pairs are the names and versions that a pattern finds.
func pairs(pattern *regexp.Regexp, text string) []string {
	var out []string
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1]+" "+m[2])
	}
	return out
}
