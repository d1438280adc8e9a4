import { CRISIS_LIST } from './crisis-list.ts';
import { parentOf } from './host.ts';

/** A name of crisis help, with all that lies below it. */
export interface CrisisName {
  readonly domain: string;
  /** ISO 3166-1 alpha-2; null = many countries. */
  readonly country: string | null;
  readonly what: string;
  /** Who runs or lists it. */
  readonly source: string;
}

/** Names that no policy, session, lock of a classroom or list may block, in the order of the shipped table. */
export const CRISIS_NAMES: readonly CrisisName[] = CRISIS_LIST.map(([domain, country, what, source]) => ({
  domain,
  country: country === '*' ? null : country,
  what,
  source,
}));

const byDomain: ReadonlyMap<string, CrisisName> = new Map(CRISIS_NAMES.map((name) => [name.domain, name]));

/** The crisis help that a normalised host belongs to; null when it is none. */
export function crisisNameOf(host: string): CrisisName | null {
  for (let name: string | null = host; name !== null; name = parentOf(name)) {
    const found = byDomain.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** What locks a device: a command of the school, or the lesson alone. Under both it is the command, which is the stronger. */
export type LockedBy = 'command' | 'lesson';

/** Whether crisis help is open in a lock: a lesson never shuts it, a commanded lock does unless the settings in force let it through. */
export function isCrisisHelpOpen(
  lockedBy: LockedBy,
  settings: { readonly lockAllowCrisisHelp: boolean } | null,
): boolean {
  return lockedBy === 'lesson' || settings?.lockAllowCrisisHelp === true;
}
