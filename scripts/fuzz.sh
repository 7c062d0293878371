#!/usr/bin/env bash
# Runs every fuzz target for the time given (default 20s each).
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-20s}
for file in $(git ls-files '*_test.go' | xargs grep -l '^func Fuzz'); do
	for target in $(grep -o '^func Fuzz[A-Za-z0-9_]*' "$file" | cut -d' ' -f2); do
		go test "./$(dirname "$file")" -run '^$' -fuzz "^$target\$" -fuzztime "$time"
	done
done
