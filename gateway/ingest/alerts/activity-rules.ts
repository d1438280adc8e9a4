import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';
import type { ReceivedActivity } from '../../../store/ports/telemetry.ts';
import type { ActivityReading } from '../readings/activity-readings.ts';
import { createRecentCounts } from '../readings/recent-counts.ts';
import { isUnaskedBypass } from '../readings/unasked.ts';
import { type Hit, joinsFor, merged } from './hit.ts';

/** How many people's blocked pages are counted at once: those of a big district within the last minutes. */
const MAX_COUNTED_PEOPLE = 20_000;

const BYPASSES: ReadonlySet<string> = new Set(['vpn_proxy', 'doh']);

const MINUTE_MS = 60_000;

/** Finds alerts in readings of activity, in memory. Most readings cost a few comparisons. */
export interface ActivityRules {
  /** @param readings each given once, since a repeat would be counted again */
  inspect(rules: AlertRules, readings: readonly ActivityReading[]): readonly Hit[];
}

export function createActivityRules(): ActivityRules {
  const blocks = createRecentCounts(MAX_COUNTED_PEOPLE);
  const bypasses = createRecentCounts(MAX_COUNTED_PEOPLE);

  const violation = (rules: AlertRules, { received, blockedPage }: ActivityReading): Hit | null => {
    const { deviceId, record, receivedAt } = received;
    const rule = rules.repeated_violations;
    if (!rule.enabled || blockedPage === null) return null;
    const { count, periodMinutes } = rule;
    const who = personOf(record, deviceId);
    const at = Math.min(record.at, receivedAt);
    if (!blocks.note(who, at, { count, periodMs: periodMinutes * MINUTE_MS })) return null;
    return {
      ...basics(record, receivedAt),
      type: 'repeated_violations',
      severity: rule.severity,
      sameAs: `repeated_violations:${who}`,
      joinsForMs: joinsFor(rule),
      title: (device) => `${count} blocked pages in ${periodMinutes} minutes by ${record.user ?? device}`,
      details: { ...detailsOf(record, receivedAt), violations: count, periodMinutes },
    };
  };

  /** Ways round the filter that it stopped by itself: one may be a program's own doing, many are somebody's. */
  const evasion = (rules: AlertRules, { received }: ActivityReading): Hit | null => {
    const { deviceId, record, receivedAt } = received;
    const rule = rules.bypass_attempt;
    if (!rule.enabled || record.bypass == null || isUnaskedBypass(record.bypass)) return null;
    const { count, periodMinutes } = rule;
    const at = Math.min(record.at, receivedAt);
    const wanted = { count, periodMs: periodMinutes * MINUTE_MS };
    const times = Math.min(record.count ?? 1, count);
    let enough = false;
    for (let time = 0; time < times; time++)
      enough = bypasses.note(personOf(record, deviceId), at, wanted) || enough;
    return enough ? bypassHit(rules, received) : null;
  };

  return {
    inspect(rules, readings) {
      const hits: Hit[] = [];
      for (const reading of readings) {
        const told = provenPart(reading);
        for (const rule of [game, search, bypass, evasion, violation]) {
          const hit = rule(rules, told);
          if (hit !== null) hits.push(reading.received.unproven === true ? markedUnproven(hit) : hit);
        }
      }
      return merged(hits);
    },
  };
}

/** What is held against somebody: whom the device did not tell to be signed in is not named, and the device answers for what was done on it. */
function provenPart(reading: ActivityReading): ActivityReading {
  const { received } = reading;
  if (received.unproven !== true) return reading;
  return { ...reading, received: { ...received, record: { ...received.record, user: null } } };
}

function markedUnproven(hit: Hit): Hit {
  return { ...hit, details: { ...hit.details, unproven: true } };
}

function game(rules: AlertRules, { received, isGame }: ActivityReading): Hit | null {
  const { deviceId, record, receivedAt } = received;
  const rule = rules.game_detected;
  if (!rule.enabled || !isGame) return null;
  return {
    ...basics(record, receivedAt),
    type: 'game_detected',
    severity: rule.severity,
    sameAs: `game_detected:${deviceId}:${personOf(record, deviceId)}`,
    joinsForMs: joinsFor(rule),
    title: (device) => `Game on ${device}`,
  };
}

function search(rules: AlertRules, { received, search: found }: ActivityReading): Hit | null {
  const { deviceId, record, receivedAt } = received;
  if (found === null || !rules[found.type].enabled) return null;
  const subject = found.type === 'self_harm_search' ? 'self-harm' : 'violence';
  return {
    ...basics(record, receivedAt),
    type: found.type,
    severity: rules[found.type].severity,
    // Each laptop answers for its own: what one makes up about a child never takes in what the child does on another.
    sameAs: `${found.type}:${deviceId}:${personOf(record, deviceId)}`,
    joinsForMs: joinsFor(rules[found.type]),
    title: (device) => `Search about ${subject} by ${record.user ?? `somebody on ${device}`}`,
    details: { ...detailsOf(record, receivedAt), term: found.term, language: found.language },
  };
}

function bypass(rules: AlertRules, { received }: ActivityReading): Hit | null {
  const { action, category, bypass: way } = received.record;
  if (!rules.bypass_attempt.enabled || action !== 'block' || !BYPASSES.has(category ?? '')) return null;
  return way == null ? bypassHit(rules, received) : null;
}

function bypassHit(rules: AlertRules, { deviceId, record, receivedAt }: ReceivedActivity): Hit {
  const rule = rules.bypass_attempt;
  return {
    ...basics(record, receivedAt),
    type: 'bypass_attempt',
    severity: rule.severity,
    sameAs: `bypass_attempt:${deviceId}:${personOf(record, deviceId)}`,
    joinsForMs: joinsFor(rule),
    title: (device) => `Attempt to get round the filter on ${device}`,
  };
}

/** The person, or the device where nobody is signed in. */
function personOf({ user }: ActivityRecord, deviceId: string): string {
  return user?.toLowerCase() ?? deviceId;
}

function basics(record: ActivityRecord, receivedAt: number) {
  return {
    user: record.user,
    policyId: record.policyId ?? null,
    count: record.count ?? 1,
    details: detailsOf(record, receivedAt),
  };
}

function detailsOf({ at, domain, category, bypass: way }: ActivityRecord, receivedAt: number) {
  return {
    occurredAt: new Date(Math.min(at, receivedAt)).toISOString(),
    ...(domain === null ? {} : { domains: [domain] }),
    ...(category == null ? {} : { category }),
    ...(way == null ? {} : { what: way }),
  };
}
