package main

import (
	"path/filepath"
	"strings"
)

// contender is what takes part in a section: a task of ours or a peer.
type contender struct {
	name  string // kind:name, as in result.Peer
	about string
}

// kind is the part of the name before the colon.
func (c contender) kind() string { k, _, _ := strings.Cut(c.name, ":"); return k }

// own reports whether it is ours.
func (c contender) own() bool { return c.kind() == "pildora" }

// program is how a kind of contender is run.
type program struct {
	// needs must be there, or all contenders of the kind are left out.
	needs func(s settings) string
	argv  func(s settings, self, name, file, repetitions string) []string
}

func programs() map[string]program {
	return map[string]program{
		"pildora": {
			func(settings) string { return "" },
			func(_ settings, self, name, file, n string) []string { return []string{self, "one", name, file, n} },
		},
		"py": {
			func(s settings) string { return s.at("venv/bin/python") },
			func(s settings, _, name, file, n string) []string {
				return []string{s.at("venv/bin/python"), "scripts/bench_peer.py", name, file, n}
			},
		},
		"rs": {
			func(s settings) string { return s.at("target/release/rsb") },
			func(s settings, _, name, file, n string) []string {
				return []string{s.at("target/release/rsb"), name, file, n}
			},
		},
		"chunkr": {
			func(s settings) string { return s.at("target/release/rsc") },
			func(s settings, _, name, file, n string) []string { return []string{s.at("target/release/rsc"), file} },
		},
		"go": {
			func(s settings) string { return s.at("go/peer") },
			func(s settings, _, name, file, n string) []string { return []string{s.at("go/peer"), name, file, n} },
		},
		"js": {
			func(s settings) string { return s.at("node/node_modules") },
			func(s settings, _, name, file, n string) []string {
				return []string{"node", s.at("node/bench.mjs"), name, file, n}
			},
		},
	}
}

// at is a place in the peers' folder.
func (s settings) at(path string) string { return filepath.Join(s.home, path) }

// missing says why a contender can't be run, or nothing.
func (s settings) missing(c contender) string {
	p := programs()[c.kind()]
	needs := p.needs(s)
	switch {
	case needs == "":
		return ""
	case s.home == "":
		return "PEERS_HOME isn't set"
	case !exists(needs):
		return strings.TrimPrefix(needs, s.home+"/") + " isn't in PEERS_HOME"
	}
	return ""
}
