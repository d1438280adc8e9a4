import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import { matchSearch, searchTextOf } from '../../../contracts/alerts/search-match.ts';
import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';
import type { ReceivedActivity } from '../../../store/ports/telemetry.ts';
import { isUnasked, isUnaskedBypass } from '../unasked.ts';
import { type Hit, joinsFor, merged } from './hit.ts';
import { createRecentCounts, createRecentNames } from './recent-counts.ts';

/** People whose blocked pages are counted at once: those of a big district who had one blocked in the last minutes. */
const MAX_COUNTED_PEOPLE = 20_000;

/** Records that were looked at, so that a repeat of a batch counts nothing twice: some minutes of the blocked ones of a big district. */
const MAX_REMEMBERED = 50_000;

const GAMES = 'games';
const BYPASSES: ReadonlySet<string> = new Set(['vpn_proxy', 'doh']);

/** A block by a rule. What the default of a policy stops was forbidden by nobody in particular. */
const VIOLATIONS: ReadonlySet<string> = new Set(['block', 'locked_block']);

const MINUTE_MS = 60_000;

/** Finds alerts in the records of devices, in memory: most records cost a few comparisons. */
export interface ActivityRules {
  /** Those of a batch of one device that are worth a look and were not looked at before; they count as looked at now. */
  fresh(records: readonly ReceivedActivity[]): readonly ReceivedActivity[];
  /** What is found in fresh records. */
  inspect(rules: AlertRules, records: readonly ReceivedActivity[]): readonly Hit[];
  /** The batch could not be stored: it comes again, and is to be looked at again. */
  forget(records: readonly ReceivedActivity[]): void;
}

export function createActivityRules(): ActivityRules {
  const blocks = createRecentCounts(MAX_COUNTED_PEOPLE);
  const bypasses = createRecentCounts(MAX_COUNTED_PEOPLE);
  const known = createRecentNames(MAX_REMEMBERED);

  const violation = (rules: AlertRules, { deviceId, record, receivedAt }: ReceivedActivity): Hit | null => {
    const rule = rules.repeated_violations;
    if (!rule.enabled || !isViolation(record)) return null;
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
  const evasion = (rules: AlertRules, received: ReceivedActivity): Hit | null => {
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
    fresh: (records) =>
      records.filter((received) => {
        if (!isWorthALook(received.record)) return false;
        const name = nameOf(received);
        if (known.has(name)) return false;
        known.add(name);
        return true;
      }),
    inspect(rules, records) {
      const hits: Hit[] = [];
      for (const received of records) {
        const told = provenPart(received);
        for (const rule of [game, search, bypass, evasion, violation]) {
          const hit = rule(rules, told);
          if (hit !== null) hits.push(received.unproven === true ? markedUnproven(hit) : hit);
        }
      }
      return merged(hits);
    },
    forget(records) {
      for (const record of records) known.forget(nameOf(record));
    },
  };
}

/** What is held against somebody: whom the device did not tell to be signed in is not named, and the device answers for what was done on it. */
function provenPart(received: ReceivedActivity): ReceivedActivity {
  return received.unproven === true ? { ...received, record: { ...received.record, user: null } } : received;
}

function markedUnproven(hit: Hit): Hit {
  return { ...hit, details: { ...hit.details, unproven: true } };
}

function nameOf({ deviceId, record }: ReceivedActivity): string {
  return `${deviceId} ${record.id} ${record.at}`;
}

/** Whether any rule could find something. Help in a crisis is never looked at. */
function isWorthALook(record: ActivityRecord): boolean {
  if (record.reason === 'crisis_allow') return false;
  return (
    record.action === 'block' || record.category === GAMES || record.kind === 'search' || record.url != null
  );
}

function game(rules: AlertRules, { deviceId, record, receivedAt }: ReceivedActivity): Hit | null {
  const rule = rules.game_detected;
  if (!rule.enabled || record.category !== GAMES) return null;
  return {
    ...basics(record, receivedAt),
    type: 'game_detected',
    severity: rule.severity,
    sameAs: `game_detected:${deviceId}:${personOf(record, deviceId)}`,
    joinsForMs: joinsFor(rule),
    title: (device) => `Game on ${device}`,
  };
}

function search(rules: AlertRules, { deviceId, record, receivedAt }: ReceivedActivity): Hit | null {
  const text = searchTextOf(record);
  const found = text === null ? null : matchSearch(text);
  if (found === null || !rules[found.type].enabled) return null;
  const subject = found.type === 'self_harm_search' ? 'self-harm' : 'violence';
  return {
    ...basics(record, receivedAt),
    type: found.type,
    severity: rules[found.type].severity,
    sameAs: `${found.type}:${personOf(record, deviceId)}`,
    joinsForMs: joinsFor(rules[found.type]),
    title: (device) => `Search about ${subject} by ${record.user ?? `somebody on ${device}`}`,
    details: { ...detailsOf(record, receivedAt), term: found.term, language: found.language },
  };
}

function bypass(rules: AlertRules, received: ReceivedActivity): Hit | null {
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

function isViolation({ kind, action, reason, category }: ActivityRecord): boolean {
  if (kind !== 'request' || action !== 'block' || isUnasked(category)) return false;
  return reason === undefined || VIOLATIONS.has(reason);
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
