/** Commands: their types, expiry and life cycle (`queued → sent → acknowledged → succeeded`, and the ways off that path). */

export const COMMAND_TYPES = [
  'lock',
  'unlock',
  'message',
  'open_url',
  'restart',
  'shutdown',
  'sign_out',
  'sync_policy',
  'locate',
  'self_test',
  'collect_diagnostics',
  'update_agent',
  'unenroll',
] as const;
export type CommandType = (typeof COMMAND_TYPES)[number];

export const COMMAND_STATUSES = [
  'queued',
  'sent',
  'acknowledged',
  'succeeded',
  'failed',
  'expired',
  'cancelled',
  'superseded',
] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

const NEXT: Readonly<Record<CommandStatus, readonly CommandStatus[]>> = {
  // A device may report success before the gateway has noted that it sent the command. The device's report counts.
  queued: ['sent', 'acknowledged', 'succeeded', 'failed', 'cancelled', 'superseded', 'expired'],
  sent: ['acknowledged', 'succeeded', 'superseded', 'failed', 'expired'],
  acknowledged: ['succeeded', 'failed', 'expired', 'superseded'],
  succeeded: [],
  failed: [],
  expired: [],
  cancelled: [],
  superseded: [],
};

/** Whether a command in the first status may change to the second. A repeat of the same status is not a change. */
export function mayBecome(from: CommandStatus, to: CommandStatus): boolean {
  return NEXT[from].includes(to);
}

/** A terminal status never changes again. */
export function isTerminal(status: CommandStatus): boolean {
  return NEXT[status].length === 0;
}

/** The statuses from which a command can still reach the device. */
export const OPEN_STATUSES: readonly CommandStatus[] = ['queued', 'sent', 'acknowledged'];

const DAY_SECONDS = 86_400;

/** Default life of a command (seconds). A message is stale soon; a lock, or the end of an enrollment, must reach its laptop. */
export const DEFAULT_EXPIRY_SECONDS: Readonly<Record<CommandType, number>> = {
  lock: 7 * DAY_SECONDS,
  unlock: 7 * DAY_SECONDS,
  message: 600,
  open_url: DAY_SECONDS,
  restart: DAY_SECONDS,
  shutdown: DAY_SECONDS,
  sign_out: DAY_SECONDS,
  sync_policy: DAY_SECONDS,
  locate: DAY_SECONDS,
  self_test: DAY_SECONDS,
  collect_diagnostics: DAY_SECONDS,
  update_agent: DAY_SECONDS,
  unenroll: 7 * DAY_SECONDS,
};

export const EXPIRY_SECONDS_RANGE = { min: 10, max: 604_800 } as const;
