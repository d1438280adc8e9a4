import type { EventType } from '../../../contracts/events/catalogue.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { DeviceEvent } from '../../../contracts/mqtt/messages.ts';
import type { ReceivedRequest } from '../../../store/ports/records.ts';
import type { ReceivedActivity, ReceivedDeviceEvent } from '../../../store/ports/telemetry.ts';
import type { ActivityReading } from '../readings/activity-readings.ts';

/** A violation of policy, or a game, that a device reports. */
export interface Sighting {
  readonly type: Extract<EventType, 'policy.violation' | 'game.detected'>;
  readonly organisationId: number;
  readonly deviceId: DeviceId;
  /** Rule and domain: sightings of a device with the same key share a window. */
  readonly kind: string;
  /** How many requests. */
  readonly count: number;
  readonly source: SightingSource;
}

/** A request, or a name or program that the agent found. */
export type SightingSource =
  | ({ readonly from: 'request' } & ReceivedRequest)
  | { readonly from: 'agent'; readonly domain: string | null; readonly what: string | null };

/** Texts of the agent are cut to this (characters), as in alerts. */
const MAX_TEXT = 300;

/** The sightings in readings of activity; mostly none. Only requests count, since the event shows their entry of the log. */
export function sightingsIn(readings: readonly ActivityReading[]): readonly Sighting[] {
  const found: Sighting[] = [];
  for (const { received, isGame, blockedPage } of readings) {
    if (received.record.kind !== 'request') continue;
    // The event names a rule, so the record has to name one.
    if (blockedPage === 'by_rule') found.push(ofRequest('policy.violation', received));
    if (isGame) found.push(ofRequest('game.detected', received));
  }
  return found;
}

/** Games that the agent found by name or by program. */
export function sightingsAmong(events: readonly ReceivedDeviceEvent[]): readonly Sighting[] {
  return events
    .filter(({ event }) => event.kind === 'game')
    .map(({ organisationId, deviceId, event }) => {
      const source = toldBy(event);
      const kind = `agent\n${source.domain ?? source.what ?? ''}`;
      return { type: 'game.detected', organisationId, deviceId, kind, count: 1, source };
    });
}

function ofRequest(
  type: Sighting['type'],
  { organisationId, deviceId, receivedAt, record }: ReceivedActivity,
): Sighting {
  const { id, at, policyId, ruleId, domain, count } = record;
  return {
    type,
    organisationId,
    deviceId,
    kind: `${policyId ?? ''}\n${ruleId ?? ''}\n${domain?.toLowerCase() ?? ''}`,
    count: count ?? 1,
    source: { from: 'request', organisationId, deviceId, receivedAt, recordId: id, at },
  };
}

function toldBy({ details }: DeviceEvent): Extract<SightingSource, { readonly from: 'agent' }> {
  return {
    from: 'agent',
    domain: textOf(details.domain)?.slice(0, 253).toLowerCase() ?? null,
    what: textOf(details.what ?? details.name ?? details.process ?? details.source) ?? null,
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return text === '' ? undefined : text.slice(0, MAX_TEXT);
}
