import type { NewAccessRequest } from '../../../store/ports/access-requests.ts';
import type { AlertFinding } from '../../../store/ports/alerts.ts';

/** What a rule found on a device. The device's name and unit are looked up later. */
export interface Hit extends Omit<AlertFinding, 'organisationId' | 'deviceId' | 'ouId' | 'title' | 'at'> {
  title(deviceName: string): string;
  /** The request for access that comes with it. */
  readonly asks?: Pick<NewAccessRequest, 'host' | 'url' | 'note' | 'ruleId'>;
  /** Makes no alert: the rule of its type is off. */
  readonly silent?: boolean;
}

const MINUTE_MS = 60_000;

/** How many domains one alert names. */
const MAX_DOMAINS = 10;

/** How long a repeat joins the alert (milliseconds). */
export function joinsFor(rule: { readonly repeatMinutes: number }): number {
  return rule.repeatMinutes * MINUTE_MS;
}

/** Joins hits with the same key into one, in the order of the first. */
export function merged(hits: readonly Hit[]): readonly Hit[] {
  const found = new Map<string, Hit>();
  for (const hit of hits) {
    const known = found.get(hit.sameAs);
    found.set(hit.sameAs, known === undefined ? hit : both(known, hit));
  }
  return [...found.values()];
}

function both(first: Hit, second: Hit): Hit {
  const domains = [...new Set([...(first.details.domains ?? []), ...(second.details.domains ?? [])])];
  return {
    ...first,
    count: first.count + second.count,
    details: {
      ...first.details,
      ...(domains.length === 0 ? {} : { domains: domains.slice(0, MAX_DOMAINS) }),
    },
  };
}
