import { CRISIS_LIST } from './crisis-list.ts';
import { parentOf } from './host.ts';

/** A domain of crisis help, with all names below it. */
export interface CrisisName {
  readonly domain: string;
  /** ISO 3166-1 alpha-2; null = many countries. */
  readonly country: string | null;
  readonly what: string;
  /** Who runs or lists it. */
  readonly source: string;
}

/** Names that no policy, session, classroom lock or list may block, in the order of the shipped table. */
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

/** What locks a device: a command of the school, or a lesson alone. With both, the command counts, because it is stronger. */
export type LockedBy = 'command' | 'lesson';

/** Whether crisis help is open during a lock. A lesson never blocks it; a commanded lock does unless the settings in force allow it. */
export function isCrisisHelpOpen(
  lockedBy: LockedBy,
  settings: { readonly lockAllowCrisisHelp: boolean } | null,
): boolean {
  return lockedBy === 'lesson' || settings?.lockAllowCrisisHelp === true;
}
