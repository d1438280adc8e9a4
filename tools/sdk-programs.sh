#!/usr/bin/env bash
# Installs what the tests of the clients for Python and Go need, apart from the product's own packages: httpx, and Go where the machine has none.
# Does nothing when it has done so before. Needs python3 of 3.9 or later, with venv.
set -euo pipefail
cd "$(dirname "$0")/../sdk/python"
python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || {
  echo "the clients' tests need python3 of 3.9 or later, with venv (package python3-venv)" >&2
  exit 1
}
wanted=$(cat requirements.txt requirements-go.txt ../../tools/sdk-programs.sh | cksum)
has_go() { # GO: whether it is 1.24 or later
  local version
  version=$("$1" version 2>/dev/null) || return 1
  [[ $version =~ go1\.([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -ge 24 ]
}
if [ -x .venv/bin/python ] && [ "$(cat .venv/installed 2>/dev/null)" = "$wanted" ] && .venv/bin/python -c 'import httpx'; then
  has_go go || has_go .venv/bin/go && exit 0
fi
[ -x .venv/bin/python ] && .venv/bin/python -c '' 2>/dev/null || python3 -m venv --clear .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
has_go go || .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-go.txt
has_go go || has_go .venv/bin/go || { echo "there is no Go of 1.24 or later" >&2; exit 1; }
echo "$wanted" > .venv/installed
