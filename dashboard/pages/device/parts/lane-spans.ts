import type { Device, DeviceHistoryEntry } from '../../../../sdk/node/index.ts';
import type { Week } from './week.ts';

/** How a laptop was for a while. `requested`: wanted, and not confirmed yet. */
export type LaneState =
  | 'online'
  | 'offline'
  | 'enforcing'
  | 'stale'
  | 'unprotected'
  | 'unknown'
  | 'locked'
  | 'unlocked'
  | 'requested'
  | 'before';

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly state: LaneState;
}

export interface Lanes {
  readonly connection: readonly Span[];
  readonly protection: readonly Span[];
  readonly lock: readonly Span[];
}

interface Turn {
  readonly at: number;
  readonly before: LaneState;
  readonly after: LaneState;
}

/**
 * The spans of the three lanes, each whole from the begin of the week to its end. What was before the first change is told by the change itself, and
 * before the enrollment there is nothing.
 */
export function lanesOf(device: Device, week: Week): Lanes {
  const entries = week.entries.toReversed();
  const begin = Date.parse(device.enrolledAt);
  const spans = (turnOf: (entry: DeviceHistoryEntry) => Turn | null, now: LaneState): readonly Span[] =>
    spansOf(
      entries.flatMap((entry) => turnOf(entry) ?? []),
      { now, begin, week },
    );
  const isLocked = device.lock.state === 'locked' || device.lock.state === 'unlocking';
  return {
    connection: spans(connectionTurn, device.status === 'online' ? 'online' : 'offline'),
    protection: spans(protectionTurn, known(device.protection.state)),
    lock: withRequest(spans(lockTurn, isLocked ? 'locked' : 'unlocked'), device, week),
  };
}

function connectionTurn({ type, timestamp }: DeviceHistoryEntry): Turn | null {
  const at = Date.parse(timestamp);
  if (type === 'device.online') return { at, before: 'offline', after: 'online' };
  return type === 'device.offline' ? { at, before: 'online', after: 'offline' } : null;
}

function protectionTurn({ type, timestamp, from, to }: DeviceHistoryEntry): Turn | null {
  if (type !== 'device.protection_changed') return null;
  return { at: Date.parse(timestamp), before: known(from), after: known(to) };
}

function lockTurn({ type, timestamp }: DeviceHistoryEntry): Turn | null {
  const at = Date.parse(timestamp);
  if (type === 'device.locked') return { at, before: 'unlocked', after: 'locked' };
  return type === 'device.unlocked' ? { at, before: 'locked', after: 'unlocked' } : null;
}

function known(state: string | null): LaneState {
  return state === 'enforcing' || state === 'stale' || state === 'unprotected' ? state : 'unknown';
}

function spansOf(
  turns: readonly Turn[],
  { now, begin, week }: { readonly now: LaneState; readonly begin: number; readonly week: Week },
): readonly Span[] {
  const start = Math.min(Math.max(week.from, begin), week.to);
  const spans: Span[] = start > week.from ? [{ from: week.from, to: start, state: 'before' }] : [];
  let at = start;
  let state = turns[0]?.before ?? now;
  for (const turn of turns) {
    if (turn.at > at) spans.push({ from: at, to: turn.at, state });
    at = Math.max(at, turn.at);
    state = turn.after;
  }
  if (week.to > at) spans.push({ from: at, to: week.to, state });
  return spans;
}

/** A lock or unlock that the laptop has not confirmed stands at the end, from when it was asked for. */
function withRequest(spans: readonly Span[], { lock }: Device, { from, to }: Week): readonly Span[] {
  if (lock.since === null || (lock.state !== 'locking' && lock.state !== 'unlocking')) return spans;
  const since = Math.min(Math.max(Date.parse(lock.since), from), to);
  const kept = spans.flatMap((span) =>
    span.from < since ? [{ ...span, to: Math.min(span.to, since) }] : [],
  );
  return [...kept, { from: since, to, state: 'requested' }];
}

/** The midnights of the school within a week, from the first to the last. */
export function midnightsOf({ from, to }: Pick<Week, 'from' | 'to'>, timeZone: string): readonly number[] {
  const day = new Intl.DateTimeFormat('en', { timeZone, day: 'numeric' });
  const QUARTER_MS = 900_000;
  const midnights: number[] = [];
  let before = day.format(from);
  for (let at = Math.ceil(from / QUARTER_MS) * QUARTER_MS; at < to; at += QUARTER_MS) {
    const now = day.format(at);
    if (now !== before) midnights.push(at);
    before = now;
  }
  return midnights;
}
