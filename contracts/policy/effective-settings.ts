import type { CompiledBundle } from './match.ts';
import type { DecisionContext } from './model.ts';
import { policyNearness } from './nearness.ts';
import { DEFAULT_FILTER_SETTINGS, type FilterSettings } from './settings.ts';

/**
 * The settings in force for an asker at a moment. Each member comes from the nearest active policy that sets it. Of equally near policies
 * the higher priority wins, then the smaller id. A member that no policy sets has its default.
 */
export function effectiveSettings(
  context: Pick<DecisionContext, 'deviceId' | 'user' | 'ouPath' | 'at'>,
  compiled: CompiledBundle,
): FilterSettings {
  const applying = compiled.policies
    .filter(({ policy, schedule }) => {
      const says = policy.settings;
      return says !== undefined && (schedule === null || schedule.isActive(context.at));
    })
    .flatMap((policy) => {
      const nearness = policyNearness(policy, context);
      return nearness === null ? [] : [{ nearness, policy }];
    })
    .sort(
      (a, b) =>
        a.nearness - b.nearness ||
        a.policy.policy.priority - b.policy.policy.priority ||
        b.policy.order - a.policy.order,
    );
  return Object.assign(
    { ...DEFAULT_FILTER_SETTINGS },
    ...applying.map(({ policy }) => policy.policy.settings),
  );
}
