HOME_FOLDER=/usr/lib/schoolgate-agent
STATE=/var/lib/schoolgate-agent
SETTINGS=/etc/schoolgate-agent
UNITS='schoolgate-boot.service schoolgate-agent.socket schoolgate-agent.path schoolgate-agent.service schoolgate-enroll.path schoolgate-enroll.service'

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

# SERVER TOKEN: leaves them for schoolgate-enroll.service. Empty ones: somebody else enrolls.
keep_enrollment() {
  # It may have been made by hand, before.
  chmod 0700 "$SETTINGS"
  if [ -z "$1$2" ] || [ -e "$STATE/identity.json" ]; then return 0; fi
  if [ -z "$1" ] || [ -z "$2" ]; then
    say 'not enrolled: this needs both the address of the server and the token.'
    return 0
  fi
  case "$1$2" in
    *[!]A-Za-z0-9._:/[-]*)
      say 'not enrolled: there is a character in the address or in the token that neither has.'
      return 0
      ;;
  esac
  (
    umask 077
    printf 'SCHOOLGATE_SERVER=%s\nSCHOOLGATE_ENROLLMENT_TOKEN=%s\n' "$1" "$2" >"$SETTINGS/enroll.conf.new"
    mv "$SETTINGS/enroll.conf.new" "$SETTINGS/enroll.conf"
  )
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
    systemctl start schoolgate-boot.service schoolgate-agent.path schoolgate-enroll.path
    systemctl start --no-block schoolgate-enroll.service
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
  systemctl start --no-block schoolgate-enroll.service
}

# Gives DNS, proxy, firewall and browsers back as they were, and stops everything. An enrolled laptop wants its removal code, or the server's word,
# first; the program says how, and the removal ends there. An upgrade does not come here.
give_back() {
  "$HOME_FOLDER/schoolgate-agent" may-remove >&2
  if [ -n "$(ls -A "$STATE" 2>/dev/null)" ] && ! said=$("$HOME_FOLDER/schoolgate-agent" restore 2>&1); then
    say "$said"
    say 'not removed: without the agent nobody could give this computer back as it was.'
    # It was stopped first, and may not stay so.
    if systemd_runs; then start_units; fi
    exit 1
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
  rm -rf "$STATE" "$STATE-shared" "$SETTINGS"
  if getent passwd schoolgate >/dev/null; then userdel schoolgate; fi
  if getent group schoolgate >/dev/null; then groupdel schoolgate; fi
}
