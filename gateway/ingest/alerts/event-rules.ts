import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import type { DeviceEvent } from '../../../contracts/mqtt/messages.ts';
import type { ReceivedDeviceEvent } from '../../../store/ports/telemetry.ts';
import { type Hit, joinsFor, merged } from './hit.ts';

/** What a device tells is cut to this (characters). */
const MAX_TEXT = 300;

/** Alerts in what devices tell of themselves: tampering with the agent, games by name or process. */
export function inspectEvents(
  rules: AlertRules,
  events: readonly ReceivedDeviceEvent[],
  user: string | null,
): readonly Hit[] {
  return merged(
    events.flatMap(({ deviceId, event, receivedAt }): readonly Hit[] => {
      const details = detailsOf(event, receivedAt);
      const common = { user, policyId: null, count: 1, details };
      if (event.kind === 'tamper' && rules.bypass_attempt.enabled) {
        const { tamperSeverity } = rules.bypass_attempt;
        return [
          {
            ...common,
            type: 'bypass_attempt',
            severity: tamperSeverity,
            sameAs: `bypass_attempt:${deviceId}:tamper`,
            joinsForMs: joinsFor(rules.bypass_attempt),
            title: (device) => `Tampering with the agent on ${device}`,
          },
        ];
      }
      if (event.kind === 'game' && rules.game_detected.enabled) {
        return [
          {
            ...common,
            type: 'game_detected',
            severity: rules.game_detected.severity,
            sameAs: `game_detected:${deviceId}:${user?.toLowerCase() ?? deviceId}`,
            joinsForMs: joinsFor(rules.game_detected),
            title: (device) => `Game on ${device}`,
          },
        ];
      }
      return [];
    }),
  );
}

function detailsOf({ at, details }: DeviceEvent, receivedAt: number): Hit['details'] {
  const what = textOf(details.what ?? details.name ?? details.process ?? details.source);
  const domain = textOf(details.domain)?.slice(0, 253);
  return {
    occurredAt: new Date(Math.min(at, receivedAt)).toISOString(),
    ...(what === undefined ? {} : { what }),
    ...(domain === undefined ? {} : { domains: [domain] }),
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return text === '' ? undefined : text.slice(0, MAX_TEXT);
}
