#!/usr/bin/env bash
# Installs the programs that judge the REST API (test/conformance), apart from the product's own packages. With --schemathesis: that one too, from PyPI.
set -euo pipefail
cd "$(dirname "$0")/../test/conformance"
npm ci --no-audit --no-fund --loglevel=error
[ "${1:-}" = --schemathesis ] || exit 0
[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
