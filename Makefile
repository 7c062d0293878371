# Everything that a developer runs. `make test` is what CI runs.
GO ?= go
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: all build test lint bench fuzz cases tools soak scale

all: build lint test

build:
	$(GO) build -o bin/pildora ./cmd/pildora

# Installs what the tests need by package manager, then runs all of them.
test: tools
	PATH="$(CURDIR)/.tools/venv/bin:$$PATH" $(GO) test -timeout 30m ./...

tools:
	scripts/tools.sh

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "gofmt: $$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) test ./internal/layers

# Go benchmarks, and with PEERS_HOME (see scripts/bench-peers.sh) the peers
# beside us; writes docs/benchmarks.md, which says how to make it shorter.
bench:
	$(GO) build -o bin/bench ./internal/bench
	bin/bench all -o docs/benchmarks.md

# A short round of every fuzz target; FUZZTIME=5m for a long one.
FUZZTIME ?= 20s
fuzz:
	scripts/fuzz.sh $(FUZZTIME)

# What takes long: sync, rebuild and promote killed at 200 random moments.
soak:
	PILDORA_SOAK=200 $(GO) test ./internal/cli -run TestKilled -v -timeout 60m

# Indexes of 100,000 chunks (SCALE=1000000 for more): rates, sizes, latencies.
SCALE ?= 100000
scale:
	PILDORA_SCALE=$(SCALE) $(GO) test ./internal/acceptance -run TestScale -v -timeout 120m

# The cases from public bug reports, where ../shared is there.
cases: build tools
	PATH="$(CURDIR)/.tools/venv/bin:$$PATH" python3 ../shared/cases/run.py --pildora bin/pildora
