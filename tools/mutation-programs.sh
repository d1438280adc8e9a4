#!/usr/bin/env bash
# Installs the program that puts faults into the product (test/mutation), apart from the product's own packages.
set -euo pipefail
cd "$(dirname "$0")/../test/mutation"
npm ci --no-audit --no-fund --loglevel=error
