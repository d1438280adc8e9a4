#!/usr/bin/env bash
# Installs the programs that judge the REST API (test/conformance), apart from the product's own packages.
set -euo pipefail
cd "$(dirname "$0")/../test/conformance"
npm ci --no-audit --no-fund --loglevel=error
[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
