#!/usr/bin/env bash
# Installs what the tests need beside Go: Chromium for the web pages, and
# Python with tiktoken, the reference that token counts are held against.
# What can't be installed is named; its tests then skip, or fail under CI.
set -u
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null 2>&1; then
	if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium) >/dev/null 2>&1 ||
			echo "tools: chromium could not be installed" >&2
	else
		echo "tools: install chromium to test the web pages" >&2
	fi
fi

if command -v python3 >/dev/null 2>&1; then
	if ! .tools/venv/bin/python3 -c 'import tiktoken' >/dev/null 2>&1; then
		(python3 -m venv .tools/venv && .tools/venv/bin/pip install -q tiktoken==0.14.0) >/dev/null 2>&1 ||
			echo "tools: tiktoken could not be installed" >&2
	fi
else
	echo "tools: install python3 to compare with tiktoken" >&2
fi
exit 0
