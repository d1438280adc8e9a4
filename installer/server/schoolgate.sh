#!/bin/sh
# As root it becomes the server's account: what root made in the data folder the server could not write.
set -e
: "${SCHOOLGATE_CONFIG=/etc/schoolgate/schoolgate.toml}"
export SCHOOLGATE_CONFIG
set -- /usr/lib/schoolgate/node /usr/lib/schoolgate/server/bin/schoolgate.cjs "$@"
if [ "$(id -u)" -eq 0 ]; then
  umask 077
  HOME=/var/lib/schoolgate
  export HOME
  exec setpriv --reuid=schoolgate-server --regid=schoolgate-server --init-groups --inh-caps=-all "$@"
fi
exec "$@"
