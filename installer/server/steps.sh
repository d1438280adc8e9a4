STATE=/var/lib/schoolgate
SETTINGS=/etc/schoolgate
UNIT=schoolgate.service

say() {
  echo "schoolgate: $*" >&2
}

# Whether systemd runs this computer: not in a container that is being built, nor under another init.
systemd_runs() {
  [ -d /run/systemd/system ]
}

make_account() {
  if command -v systemd-sysusers >/dev/null 2>&1; then
    systemd-sysusers schoolgate.conf
  elif ! getent passwd schoolgate-server >/dev/null; then
    useradd --system --user-group --no-create-home --home-dir "$STATE" --shell /usr/sbin/nologin \
      --comment 'Schoolgate server' schoolgate-server
  fi
}

# The data is the server's alone; the configuration, which may hold passwords, is root's to write and the server's to read.
set_owners() {
  install -d -m 0700 -o schoolgate-server -g schoolgate-server "$STATE"
  chown root:schoolgate-server "$SETTINGS" "$SETTINGS/schoolgate.toml"
  chmod 0750 "$SETTINGS"
  chmod 0640 "$SETTINGS/schoolgate.toml"
}

start_first() {
  # Also where systemd does not run: a machine is then ready when an image becomes one.
  if command -v systemctl >/dev/null 2>&1; then systemctl --quiet enable "$UNIT"; fi
  if systemd_runs; then
    systemctl daemon-reload
    systemctl start "$UNIT"
    say 'the server runs on this machine alone: http://127.0.0.1:8080. Sign in with the link that "schoolgate sign-in-link" makes.'
    say "For laptops to reach it, set host and public_hosts in $SETTINGS/schoolgate.toml, then: systemctl restart schoolgate"
  else
    say 'installed; nothing runs, for systemd does not run here. Without it, have "schoolgate serve" started with the machine.'
  fi
}

# The new server makes a backup before it changes the database, and does not start without one.
restart_server() {
  systemd_runs || return 0
  systemctl daemon-reload
  systemctl try-restart "$UNIT"
}

stop_server() {
  if systemd_runs; then systemctl stop "$UNIT"; fi
  if command -v systemctl >/dev/null 2>&1; then systemctl --quiet disable "$UNIT"; fi
}

forget_unit() {
  if systemd_runs; then
    systemctl daemon-reload
    systemctl reset-failed "$UNIT" 2>/dev/null || true
  fi
}

remove_all() {
  if [ -d "$STATE" ]; then
    rm -rf "$STATE"
    say "deleted $STATE: the database, its keys, and the backups in it."
  fi
  rm -rf "$SETTINGS"
  if getent passwd schoolgate-server >/dev/null; then userdel schoolgate-server; fi
  if getent group schoolgate-server >/dev/null; then groupdel schoolgate-server; fi
}
