import { type AlertStatus, isSafety } from '../../contracts/alerts/rules.ts';
import type { AlertId } from '../../contracts/ids.ts';
import type { AlertFinding, AlertRecord } from '../ports/alerts.ts';

/** How many domains one alert names. */
const MAX_DOMAINS = 10;

/** An alert as stored, without the path of its unit, which can change. */
export type AlertFacts = Omit<AlertRecord, 'ouPath'>;

/** A new alert of a finding. */
export function newAlert(id: AlertId, finding: AlertFinding): AlertFacts {
  const { organisationId, type, severity, title, deviceId, user, ouId, policyId, details, count, at } =
    finding;
  return {
    ...{ id, organisationId, type, severity, title, deviceId, user, ouId, policyId, details, count },
    status: 'open',
    createdAt: at,
    lastSeenAt: at,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    note: null,
    updatedAt: at,
    version: 1,
  };
}

/** Whether a finding joins an active alert. */
export function joins(
  alert: Pick<AlertFacts, 'type' | 'status' | 'lastSeenAt'>,
  finding: Pick<AlertFinding, 'joinsForMs' | 'at'>,
): boolean {
  if (finding.joinsForMs === null) return true;
  // A person who called the first one a false alarm has not seen this one.
  const isClosed = isSafety(alert.type) ? alert.status !== 'open' : alert.status === 'resolved';
  return !isClosed && finding.at - alert.lastSeenAt <= finding.joinsForMs;
}

/** The alert with one more finding: its text is that of the first, its count and times are of all. A state counts once. */
export function repeatedAlert<A extends AlertFacts>(alert: A, finding: AlertFinding): A {
  const lasting = finding.joinsForMs === null;
  if (lasting) return alert;
  const domains = [...new Set([...(alert.details.domains ?? []), ...(finding.details.domains ?? [])])];
  return {
    ...alert,
    count: alert.count + finding.count,
    lastSeenAt: Math.max(alert.lastSeenAt, finding.at),
    details: {
      ...alert.details,
      ...(domains.length === 0 ? {} : { domains: domains.slice(0, MAX_DOMAINS) }),
    },
  };
}

/** The alert with another status, its person and time. */
export function turnedAlert<A extends AlertFacts>(
  alert: A,
  {
    status,
    note,
    by,
    at,
  }: {
    readonly status: AlertStatus;
    readonly note: string | null;
    /** Null: it ended by itself. */
    readonly by: string | null;
    readonly at: number;
  },
): A {
  // The time is part of the alert's version, so it grows even when the clock was set back.
  const now = Math.max(at, alert.updatedAt);
  const turned = { ...alert, status, note, updatedAt: now, version: alert.version + 1 };
  if (status === alert.status) return turned;
  if (status === 'acknowledged') return { ...turned, acknowledgedAt: now, acknowledgedBy: by };
  return { ...turned, resolvedAt: now, resolvedBy: by };
}
