#!/usr/bin/env bash
# Unpacks what the service suite runs and this machine must not: installing systemd-resolved would change its name resolution.
set -euo pipefail
target="$(cd "$(dirname "$0")/.." && pwd)/test/service/resolved"
[ -x "$target/lib/systemd/systemd-resolved" ] && exit 0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# The owner of the folder is not apt's own user: said as a warning, and harmless.
apt-get download -qq systemd-resolved 2>/dev/null
dpkg-deb --extract ./systemd-resolved_*.deb "$target"
