import type { CommandType } from '../../contracts/device/command.ts';
import { PLATFORMS, type Platform } from '../../contracts/enrollment/enrollment.ts';
import { Fault } from '../../kit/fault.ts';

/** The platforms on which the agent can carry out a command. */
const SUPPORT: Readonly<Record<CommandType, readonly Platform[]>> = {
  lock: PLATFORMS,
  unlock: PLATFORMS,
  message: PLATFORMS,
  open_url: PLATFORMS,
  restart: PLATFORMS,
  shutdown: PLATFORMS,
  sign_out: PLATFORMS,
  sync_policy: PLATFORMS,
  locate: PLATFORMS,
  self_test: PLATFORMS,
  collect_diagnostics: PLATFORMS,
  // The agent cannot replace itself yet. It is updated in the way in which it was installed.
  update_agent: [],
  unenroll: PLATFORMS,
};

/** @throws Fault command_not_supported */
export function requireSupport(type: CommandType, platform: Platform): void {
  const platforms = SUPPORT[type];
  if (platforms.includes(platform)) return;
  const detail =
    platforms.length === 0
      ? `No platform’s agent supports "${type}" yet.`
      : `"${type}" works on ${platforms.join(', ')}; this device runs ${platform}.`;
  throw new Fault('command_not_supported', detail);
}
