import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import { isId } from '../../../contracts/ids.ts';
import type { DeviceEvent } from '../../../contracts/mqtt/messages.ts';
import { normaliseHost } from '../../../contracts/policy/host.ts';
import type { ReceivedDeviceEvent } from '../../../store/ports/telemetry.ts';
import { type Hit, joinsFor, merged } from './hit.ts';

/** Texts of a device are cut to this (characters). */
const MAX_TEXT = 300;

/** `details.what` of a repair or tampering: something undoes the filter again and again. */
const CONFLICT = 'conflict';

/** `details.what` of a tampering that comes with a repair, which makes the alert. */
const REPAIRED = 'filter_settings';

interface Told {
  readonly rules: AlertRules;
  readonly received: ReceivedDeviceEvent;
  /** Who is signed in. */
  readonly user: string | null;
}

/**
 * Finds alerts in device events: tampering with the agent, settings that it had to restore, repeated attempts to get round the filter, games by name or
 * process, and requests for a blocked site.
 */
export function inspectEvents(
  rules: AlertRules,
  events: readonly ReceivedDeviceEvent[],
  user: string | null,
): readonly Hit[] {
  return merged(events.flatMap((received) => inspect({ rules, received, user }) ?? []));
}

function inspect(told: Told): Hit | null {
  const { rules, received } = told;
  switch (received.event.kind) {
    case 'tamper':
    case 'repair':
    case 'bypass':
      return rules.bypass_attempt.enabled ? bypass(told) : null;
    case 'game':
      return rules.game_detected.enabled ? game(told) : null;
    case 'access_request':
      return accessRequest(told);
    default:
      return null;
  }
}

function bypass({ rules, received: { deviceId, event, receivedAt }, user }: Told): Hit | null {
  if (event.kind === 'tamper' && event.details.what === REPAIRED) return null;
  const { severity, tamperSeverity } = rules.bypass_attempt;
  const conflict = event.details.what === CONFLICT;
  const kind = conflict ? CONFLICT : event.kind;
  const who = kind === 'bypass' ? (user?.toLowerCase() ?? deviceId) : kind;
  return {
    ...basics(event, receivedAt, user),
    type: 'bypass_attempt',
    severity: kind === 'tamper' || conflict ? tamperSeverity : severity,
    // The same key as that of the activity rules, so that both join one alert.
    sameAs: `bypass_attempt:${deviceId}:${who}`,
    joinsForMs: joinsFor(rules.bypass_attempt),
    title: (device) => bypassTitle(kind, device),
  };
}

function bypassTitle(kind: string, device: string): string {
  switch (kind) {
    case CONFLICT:
      return `Something keeps undoing the filter on ${device}`;
    case 'repair':
      return `Settings of the filter were changed on ${device} and put back`;
    case 'tamper':
      return `Tampering with the agent on ${device}`;
    default:
      return `Attempt to get round the filter on ${device}`;
  }
}

function game({ rules, received: { deviceId, event, receivedAt }, user }: Told): Hit {
  return {
    ...basics(event, receivedAt, user),
    type: 'game_detected',
    severity: rules.game_detected.severity,
    sameAs: `game_detected:${deviceId}:${user?.toLowerCase() ?? deviceId}`,
    joinsForMs: joinsFor(rules.game_detected),
    title: (device) => `Game on ${device}`,
  };
}

/** Null without a host: there is nothing to be allowed. */
function accessRequest({ rules, received: { deviceId, event, receivedAt }, user }: Told): Hit | null {
  const { host, domain, url, note, ruleId: rule, policyId } = event.details;
  const site = normaliseHost(textOf(host ?? domain) ?? '');
  if (site === null) return null;
  const wish = textOf(note);
  const ruleId = typeof rule === 'string' && isId('rul', rule) ? rule : null;
  return {
    type: 'access_request',
    severity: rules.access_request.severity,
    user,
    policyId: typeof policyId === 'string' && isId('pol', policyId) ? policyId : null,
    count: 1,
    details: {
      occurredAt: occurredAt(event, receivedAt),
      domains: [site],
      ...(wish === undefined ? {} : { what: wish }),
      ...(ruleId === null ? {} : { ruleId }),
    },
    asks: { host: site, url: addressOn(site, url), note: wish ?? null, ruleId },
    silent: !rules.access_request.enabled,
    sameAs: `access_request:${deviceId}:${user?.toLowerCase() ?? deviceId}:${site}`,
    joinsForMs: joinsFor(rules.access_request),
    title: (device) => `${user ?? `Somebody on ${device}`} asks for access to ${site}`.slice(0, MAX_TEXT),
  };
}

/** Longest address that a request keeps (characters). */
const MAX_ADDRESS = 2_048;

/** A web address on this host, without a password; null for anything else. */
function addressOn(host: string, address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || normaliseHost(url.hostname) !== host) return null;
  url.username = '';
  url.password = '';
  return url.href.length > MAX_ADDRESS ? null : url.href;
}

function basics(event: DeviceEvent, receivedAt: number, user: string | null) {
  return { user, policyId: null, count: 1, details: detailsOf(event, receivedAt) };
}

function detailsOf(event: DeviceEvent, receivedAt: number): Hit['details'] {
  const { what: told, detail, name, process, bypass: way, source, domain: named, host } = event.details;
  // That something fights us stands in the title; what it is stands beside.
  const what = textOf((told === CONFLICT ? detail : null) ?? told ?? name ?? process ?? way ?? source);
  const domain = normaliseHost(textOf(named ?? host) ?? '') ?? undefined;
  return {
    occurredAt: occurredAt(event, receivedAt),
    ...(what === undefined ? {} : { what }),
    ...(domain === undefined ? {} : { domains: [domain] }),
  };
}

function occurredAt({ at }: DeviceEvent, receivedAt: number): string {
  return new Date(Math.min(at, receivedAt)).toISOString();
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return text === '' ? undefined : text.slice(0, MAX_TEXT);
}
