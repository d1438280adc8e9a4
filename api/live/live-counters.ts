import { SEVERITIES, type Severity } from '../../contracts/alerts/rules.ts';
import type { DeviceSummary } from '../../contracts/rest/device-story.ts';
import { deviceSummary } from '../devices/summary.ts';
import type { Caller } from '../http/authentication/caller.ts';
import type { RouteTools } from '../http/route.ts';
import { reachOf, withinReach } from '../input/reach.ts';
import { type LiveStream, messageOf } from './live-stream.ts';
import { audienceOf } from './tell-change.ts';

/** What a page counts all the time. What the caller may not read is absent. */
interface LiveCounters {
  readonly devices?: DeviceSummary;
  /** The version that every device should enforce. */
  readonly policyVersion?: number;
  /** Open alerts by severity; a severity that none has is absent. */
  readonly openAlerts?: { readonly [Name in Severity]?: number };
}

/** Sends the counters, each audience its own. */
export async function tellCounters(
  tools: Pick<RouteTools, 'store' | 'clock'>,
  streams: readonly LiveStream[],
): Promise<void> {
  const texts = new Map<string, string>();
  for (const stream of streams) {
    const audience = audienceOf(stream.caller);
    const text = texts.get(audience) ?? messageOf('counters', await countersFor(tools, stream.caller));
    texts.set(audience, text);
    stream.send(text);
  }
}

async function countersFor(
  { store, clock }: Pick<RouteTools, 'store' | 'clock'>,
  caller: Caller,
): Promise<LiveCounters> {
  const { organisationId, ouPath, scopes } = caller;
  const now = clock.now();
  const devices = async () => ({
    devices: deviceSummary(await store.devices.summary(organisationId, withinReach(reachOf(caller))), now),
    policyVersion: await store.policies.version(organisationId),
  });
  const alerts = async () => {
    const counts = await store.alerts.counts({
      organisationId,
      ouPath,
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
    });
    const open = SEVERITIES.flatMap((severity) => {
      const count = counts
        .filter((one) => one.status === 'open' && one.severity === severity)
        .reduce((sum, one) => sum + one.count, 0);
      return count === 0 ? [] : [[severity, count]];
    });
    return { openAlerts: Object.fromEntries(open) as LiveCounters['openAlerts'] };
  };
  return {
    ...(scopes.includes('devices:read') ? await devices() : {}),
    ...(scopes.includes('alerts:read') ? await alerts() : {}),
  } as LiveCounters;
}
