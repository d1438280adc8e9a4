HOME_FOLDER=/usr/lib/schoolgate-agent
STATE=/var/lib/schoolgate-agent
UNITS='schoolgate-boot.service schoolgate-agent.socket schoolgate-agent.path schoolgate-agent.service'

say() {
  echo "schoolgate-agent: $*" >&2
}

# Whether systemd runs this computer: not in a container that is being built, nor under another init.
systemd_runs() {
  [ -d /run/systemd/system ]
}

make_account() {
  if command -v systemd-sysusers >/dev/null 2>&1; then
    systemd-sysusers schoolgate-agent.conf
  elif ! getent passwd schoolgate >/dev/null; then
    useradd --system --user-group --no-create-home --home-dir / --shell /usr/sbin/nologin \
      --comment 'Schoolgate worker' schoolgate
  fi
}

enable_units() {
  # Also where systemd does not run: a computer is then ready when an image becomes one.
  command -v systemctl >/dev/null 2>&1 || return 0
  # shellcheck disable=SC2086
  systemctl --quiet enable $UNITS
}

start_units() {
  if systemd_runs; then
    systemctl daemon-reload
    systemctl start schoolgate-boot.service schoolgate-agent.path
  else
    say "installed; nothing runs, for systemd does not run here."
    say "Without systemd, enroll with \"schoolgate-agent enroll\" and have \"schoolgate-agent run\" started with the computer, as root."
  fi
}

# The sockets stay, and with them the look-ups that come meanwhile; so do the firewall's rules, which are no process.
restart_agent() {
  systemd_runs || return 0
  systemctl daemon-reload
  systemctl try-restart schoolgate-agent.service
}

# Whether the agent may be removed. What fails here stops the removal; an upgrade never asks.
may_be_removed() {
  return 0
}

# Gives DNS, proxy, firewall and browsers back as they were, and stops everything.
give_back() {
  may_be_removed
  if [ -n "$(ls -A "$STATE" 2>/dev/null)" ]; then
    "$HOME_FOLDER/schoolgate-agent" restore >&2
  fi
  # shellcheck disable=SC2086
  if systemd_runs; then systemctl stop $UNITS schoolgate-rescue.service; fi
  # shellcheck disable=SC2086
  if command -v systemctl >/dev/null 2>&1; then systemctl --quiet disable $UNITS; fi
}

forget_units() {
  if systemd_runs; then
    systemctl daemon-reload
    # shellcheck disable=SC2086
    systemctl reset-failed $UNITS 2>/dev/null || true
  fi
}

remove_all() {
  rm -rf "$STATE" "$STATE-shared" /etc/schoolgate-agent
  if getent passwd schoolgate >/dev/null; then userdel schoolgate; fi
  if getent group schoolgate >/dev/null; then groupdel schoolgate; fi
}
