import type { CompiledBundle } from './match.ts';
import type { BundleOverride, DecisionContext } from './model.ts';
import { ouNearness, policyNearness } from './nearness.ts';

type Asker = Pick<DecisionContext, 'deviceId' | 'user' | 'ouPath'>;

/**
 * Everything that a bundle's verdicts depend on in the asking person and device, as a text. Askers with the same key get the same verdict
 * for the same request at the same campus and moment. For evaluations over many people.
 */
export function verdictKeyOf(asker: Asker, compiled: CompiledBundle): string {
  const { deviceId, user } = asker;
  const policies = compiled.policies.map((policy) => policyNearness(policy, asker) ?? '-');
  const overrides = compiled.overrides.map(({ scope }) => overrideKey(scope, asker) ?? '-');
  const sessions = compiled.sessions.map(({ students, devices }) => {
    const claimed =
      (devices === null || devices.has(deviceId)) &&
      (students === null || (user !== null && students.has(user)));
    return claimed ? 1 : '-';
  });
  return `${policies.join(',')};${overrides.join(',')};${sessions.join(',')}`;
}

function overrideKey(scope: BundleOverride['scope'], { deviceId, user, ouPath }: Asker): number | null {
  switch (scope.type) {
    case 'device':
      return scope.deviceId === deviceId ? 1 : null;
    case 'student':
      return scope.user.toLowerCase() === user ? 1 : null;
    case 'ou':
      return ouNearness(ouPath, scope.path);
    case 'session':
      return null; // the key of the session covers its overrides
  }
}
