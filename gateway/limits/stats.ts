import type { UpTopic } from '../../contracts/mqtt/topics.ts';

/** Why the gateway refused or dropped something, or closed a connection. The names stand in counters and logs and never change. */
export const REFUSALS = [
  // Connections
  'too_many_connections',
  'crowded_out',
  'tls_failed',
  'protocol_error',
  'packet_too_large',
  'flood',
  'connect_timeout',
  'bad_client_id',
  'bad_will',
  'not_mqtt_path',
  // Logins
  'malformed_password',
  'unknown_device',
  'revoked_device',
  'bad_signature',
  'expired_password',
  'replayed_password',
  'too_many_logins',
  'stale_epoch',
  'store_failed',
  // Messages
  'forbidden_topic',
  'wrong_flags',
  'payload_too_large',
  'bad_gzip',
  'unpacked_too_large',
  'too_complex',
  'bad_json',
  'bad_shape',
  'rate_limited',
  'sender_gone',
  'over_quota',
  'disk_reserve',
  'too_many_in_flight',
  'not_storable',
  'foreign_command',
  'forbidden_subscription',
  'internal_error',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Refused though nothing is wrong with the message: it is not acknowledged, so the device keeps it and sends it again later. */
export const HELD_BACK: ReadonlySet<Refusal> = new Set(['over_quota', 'disk_reserve']);

/** A snapshot of the gateway's counters. All but the first two count since the process began. */
export interface GatewayStats {
  readonly connections: number;
  readonly devices: number;
  readonly accepted: number;
  readonly logins: number;
  readonly takeovers: number;
  readonly messages: Readonly<Record<UpTopic, number>>;
  readonly published: { readonly target: number; readonly commands: number };
  readonly commits: { readonly batches: number; readonly jobs: number; readonly failures: number };
  readonly heartbeatsWritten: number;
  readonly refused: Readonly<Partial<Record<Refusal, number>>>;
}

/** The counters, written by the parts of the gateway. */
export interface Counters {
  accepted: number;
  logins: number;
  takeovers: number;
  readonly messages: Record<UpTopic, number>;
  readonly published: { target: number; commands: number };
  readonly commits: { batches: number; jobs: number; failures: number };
  heartbeatsWritten: number;
  readonly refused: Map<Refusal, number>;
}

export function createCounters(): Counters {
  return {
    accepted: 0,
    logins: 0,
    takeovers: 0,
    messages: { status: 0, heartbeat: 0, activity: 0, events: 0, results: 0 },
    published: { target: 0, commands: 0 },
    commits: { batches: 0, jobs: 0, failures: 0 },
    heartbeatsWritten: 0,
    refused: new Map(),
  };
}

/** A copy of the counters that no longer changes. */
export function snapshot(
  counters: Counters,
  now: { readonly connections: number; readonly devices: number },
): GatewayStats {
  return {
    ...now,
    accepted: counters.accepted,
    logins: counters.logins,
    takeovers: counters.takeovers,
    messages: { ...counters.messages },
    published: { ...counters.published },
    commits: { ...counters.commits },
    heartbeatsWritten: counters.heartbeatsWritten,
    refused: Object.fromEntries(counters.refused),
  };
}
