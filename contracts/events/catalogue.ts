/**
 * The events that are fired today, each with its group and whether it is about one device. Add an event in the change that fires it: a test
 * fails for a declared event that nothing fires.
 */
export const EVENTS = {
  'device.offline': {
    group: 'device',
    about: 'The device went offline; `reason`: stopped, connection_lost, silence',
  },
  'device.online': { group: 'device', about: 'First message after an absence' },
  'device.enrolled': { group: 'device', about: 'A device enrolled, for the first time or again' },
  'device.locked': { group: 'device', about: 'The agent confirmed the lock' },
  'device.unlocked': { group: 'device', about: 'The agent confirmed that the lock is gone' },
  'device.low_battery': {
    group: 'device',
    about: 'The battery is at 15 % or less; again only after it was at 25 %',
  },
  'device.protection_changed': {
    group: 'device',
    about: 'The state of the protection is another; `stale` only once it has lasted 5 minutes',
  },
  'policy.violation': {
    group: 'policy',
    about:
      'A rule stopped a request: one event of a device, rule and domain in 5 minutes, `count` tells of how many requests',
  },
  'game.detected': {
    group: 'game',
    about: 'A game, blocked or not: one event of a device, rule and domain in 5 minutes, as for violations',
  },
  'geofence.breached': {
    group: 'geofence',
    about: 'A device left the geofence of its campus, and was away for 5 minutes',
  },
  'command.succeeded': { group: 'command', about: 'The device carried a command out' },
  'command.failed': { group: 'command', about: 'The device could not carry a command out' },
  'command.expired': { group: 'command', about: 'A command was not carried out in time' },
  'command.cancelled': { group: 'command', about: 'A queued command was taken back' },
  'override.created': { group: 'override', about: 'A temporary allow began' },
  'override.ended': { group: 'override', about: 'A temporary allow ended; `reason`: expired, ended' },
  'classroom.session_started': { group: 'classroom', about: 'A classroom session began' },
  'classroom.session_ended': {
    group: 'classroom',
    about: 'A classroom session ended; `reason`: time, ended',
  },
  'classroom.session_conflict': {
    group: 'classroom',
    about: 'A later session took students or devices over from one that runs; `session` is the earlier one',
  },
  'command.superseded': { group: 'command', about: 'A later command took its place' },
  'alert.created': {
    group: 'alert',
    about: 'A rule found something; repeats join the alert and fire nothing',
  },
  'alert.acknowledged': { group: 'alert', about: 'Somebody took an alert on' },
  'alert.resolved': { group: 'alert', about: 'An alert was settled, or what it is about has ended' },
  'report.weekly': { group: 'report', about: 'The report of the finished week, each Monday' },
  'policy.created': { group: 'policy', about: 'A policy was made' },
  'policy.updated': { group: 'policy', about: 'A policy was changed' },
  'policy.deleted': { group: 'policy', about: 'A policy was deleted' },
  'api_key.expiring': { group: 'api_key', about: 'An API key expires in 14, 7 or 1 days' },
  'webhook.disabled': {
    group: 'webhook',
    about: 'Another webhook was disabled; `reason`: gone, no_success_for_5_days, requested',
  },
} as const satisfies Record<string, { readonly group: string; readonly about: string }>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

/** The event of the test call. `*` never matches it. */
export const TEST_EVENT = 'webhook.test';

/** All events that a receiver can get. Tables about events use it as their key, so that an event without its schema, sample or sentence does not compile. */
export type SentEventType = EventType | typeof TEST_EVENT;

/** Whether this version knows the event. A newer version may have left others in the queue. */
export function isSentEvent(type: string): type is SentEventType {
  return type === TEST_EVENT || Object.hasOwn(EVENTS, type);
}

/** The body of a webhook request and of a pulled event. The top level is snake_case; `data` holds REST objects unchanged. */
export interface EventBody {
  readonly id: string;
  readonly event: string;
  /** Always equal to `event` (Standard Webhooks 1.0.0 wants this name). */
  readonly type: string;
  /** When it happened, RFC 3339 in UTC with milliseconds. */
  readonly timestamp: string;
  readonly device_id?: string;
  /** Grows by one for each event of an organisation, in commit order. */
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The groups of the specification (alerts, device events, policy changes), each with the filters that it stands for. */
export const EVENT_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'alerts.*': ['alert.*', 'policy.violation', 'game.*', 'geofence.*'],
  'devices.*': ['device.*', 'command.*'],
  'policies.*': ['policy.created', 'policy.updated', 'policy.deleted', 'override.*'],
};

/** A filter names an event, the events of one resource (`device.*`), a group of the specification (`devices.*`), or everything (`*`). */
export function isEventFilter(text: string): boolean {
  if (text === '*') return true;
  if (Object.hasOwn(EVENTS, text) || Object.hasOwn(EVENT_GROUPS, text)) return true;
  return text.endsWith('.*') && EVENT_TYPES.some((type) => type.startsWith(text.slice(0, -1)));
}

/** Whether any of the filters matches an event name. */
export function matchesEvent(filters: readonly string[], event: string): boolean {
  if (event === TEST_EVENT) return filters.includes(TEST_EVENT);
  return filters.some(
    (filter) =>
      filter === '*' ||
      filter === event ||
      (filter.endsWith('.*') && event.startsWith(filter.slice(0, -1))) ||
      (Object.hasOwn(EVENT_GROUPS, filter) && matchesEvent(EVENT_GROUPS[filter] ?? [], event)),
  );
}
