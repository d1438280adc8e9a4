import type { FilterStep } from '../../../ports/filter-control.ts';
import type { WindowsCall } from '../host-call.ts';
import { type RegistryChange, registryWrites } from '../registry.ts';
import { OWN_KEY } from './marks.ts';

/**
 * The key with the Store apps that we have allowed to reach this computer's own addresses, where the proxy is. Names of values are the SIDs of their
 * AppContainers. An app on the list of Windows that is not here was put there by the school.
 */
export const STORE_APPS_KEY = `${OWN_KEY}\\StoreApps`;

type StoreAppStep = Extract<FilterStep, { readonly host: unknown }> & {
  readonly host: readonly WindowsCall[];
};

/** Store apps as the computer has them, SIDs of AppContainers. */
export interface StoreApps {
  /** Installed for anybody. */
  readonly packages: readonly { readonly sid: string; readonly name: string }[];
  /** Those that may reach this computer's own addresses, by us or by the school. */
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
 * Allows every installed Store app to reach the proxy. The mark is written first: after a power cut in between we would only remove an exemption that
 * does not exist. Students install and remove apps, so that a new app is no repair; an exemption of ours that is gone is one, because only an
 * administrator changes the list. Pure.
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

/** The marks go last, so that an interrupted removal can be repeated. */
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
