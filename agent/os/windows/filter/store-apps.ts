import type { FilterStep } from '../../../ports/filter-control.ts';
import type { WindowsCall } from '../host-call.ts';
import { type RegistryChange, registryWrites } from '../registry.ts';
import { OWN_KEY } from './marks.ts';

/**
 * Which Store apps we have let reach this computer's own addresses, where the proxy is: names of values are the SIDs of their AppContainers. What stands on the list of Windows and not
 * here, the school has put there itself.
 */
export const STORE_APPS_KEY = `${OWN_KEY}\\StoreApps`;

type StoreAppStep = Extract<FilterStep, { readonly host: unknown }> & {
  readonly host: readonly WindowsCall[];
};

/** Store apps as the computer has them, SIDs of AppContainers. */
export interface StoreApps {
  /** Installed for anybody. */
  readonly packages: readonly { readonly sid: string; readonly name: string }[];
  /** May reach this computer's own addresses, whoever has said so. */
  readonly exempt: readonly string[];
}

/** What is known of them. */
export interface StoreAppsState {
  /** Null = Windows does not tell. */
  readonly storeApps: StoreApps | null;
  /** Those that we let reach the proxy, by the SIDs of their AppContainers. */
  readonly ourStoreApps: readonly string[];
}

/**
 * Lets every Store app that is installed reach the proxy. The mark comes first: after a power cut between the two we would take back what is not there, which harms nothing. A student
 * installs and removes apps: that is no repair. An exemption of ours that is gone is one, for only an administrator changes the list. Pure.
 */
export function storeApps({ storeApps: apps, ourStoreApps: ours }: StoreAppsState): readonly StoreAppStep[] {
  if (apps === null) return [];
  const lacking = apps.packages.filter(({ sid }) => !apps.exempt.includes(sid));
  const added = lacking.filter(({ sid }) => !ours.includes(sid));
  const lost = lacking.filter(({ sid }) => ours.includes(sid));
  const gone = ours.filter((sid) => !apps.packages.some((one) => one.sid === sid));
  const steps: StoreAppStep[] = [];
  if (added.length > 0)
    steps.push({
      id: 'windows-store-apps',
      what: `let ${countOf(added)} reach the proxy`,
      host: [
        ...registryWrites(added.map(markOf)),
        change(
          added.map(({ sid }) => sid),
          [],
        ),
      ],
      unknown: true,
    });
  if (lost.length > 0)
    steps.push({
      id: 'windows-store-apps-lost',
      what: `let ${countOf(lost)} reach the proxy again`,
      host: [
        change(
          lost.map(({ sid }) => sid),
          [],
        ),
      ],
    });
  if (gone.length > 0)
    steps.push({
      id: 'windows-store-apps-gone',
      what: `forget ${countOf(gone)} that ${gone.length === 1 ? 'is' : 'are'} not installed any more`,
      host: takingBack(gone),
      unknown: true,
    });
  return steps;
}

/** Takes our exemptions back, and no other. Pure. */
export function storeAppsOff({ ourStoreApps: ours }: StoreAppsState): readonly StoreAppStep[] {
  if (ours.length === 0) return [];
  return [
    {
      id: 'windows-store-apps-off',
      what: 'shut Store apps off from this computer as before',
      host: [
        ...takingBack(ours),
        ...registryWrites([STORE_APPS_KEY, OWN_KEY].map((key): RegistryChange => ({ prune: key }))),
      ],
    },
  ];
}

/** The marks go last, so that what was cut off is done again. */
function takingBack(sids: readonly string[]): readonly WindowsCall[] {
  return [
    change([], sids),
    ...registryWrites(sids.map((name): RegistryChange => ({ remove: STORE_APPS_KEY, name }))),
  ];
}

function change(add: readonly string[], remove: readonly string[]): WindowsCall {
  return { name: 'loopback.change', input: { add: [...add], remove: [...remove] } };
}

/** Its name is for people alone. */
function markOf({ sid, name }: StoreApps['packages'][number]): RegistryChange {
  return { set: STORE_APPS_KEY, name: sid, kind: 'String', data: name };
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? '1 Store app' : `${length} Store apps`;
}
