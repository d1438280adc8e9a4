import { compileBundle } from '../../contracts/policy/compile.ts';
import { effectiveSettings } from '../../contracts/policy/effective-settings.ts';
import type { CompiledBundle } from '../../contracts/policy/match.ts';
import type { FilterSettings } from '../../contracts/policy/settings.ts';
import type { AgentCore } from '../core/agent-core.ts';
import { askerOf } from '../core/filter-plan/asker.ts';
import type { BundleKeeper, KeptBundle } from '../core/policy/bundle-keeper.ts';
import type { TrustedTime } from '../core/time/trusted-time.ts';
import type { FactsWatch } from '../report/facts-watch.ts';

/** The filter settings that now apply to whoever is signed in; null without a bundle. */
export type SettingsInForce = () => FilterSettings | null;

/** Compiles each bundle once, because the settings are asked for at each change of the time of day. */
export function createSettingsInForce({
  core,
  deviceId,
  facts,
  bundle,
  time,
}: {
  readonly core: Pick<AgentCore, 'target'>;
  readonly deviceId: string;
  readonly facts: Pick<FactsWatch, 'looked' | 'session'>;
  readonly bundle: Pick<BundleKeeper, 'current'>;
  readonly time: Pick<TrustedTime, 'now'>;
}): SettingsInForce {
  let compiled: { readonly of: KeptBundle; readonly bundle: CompiledBundle } | null = null;
  return () => {
    const kept = bundle.current();
    if (kept === null) return null;
    if (compiled?.of.bundle !== kept.bundle)
      compiled = {
        of: kept,
        bundle: compileBundle({ policies: kept.bundle.policies, sessions: [], overrides: [] }),
      };
    const account = facts.looked() ? facts.session().user : undefined;
    const asker = askerOf(account, core.target()?.settings ?? null);
    return effectiveSettings({ deviceId, ...asker, at: time.now() }, compiled.bundle);
  };
}
