import { join } from 'node:path';
import type { ChromiumBrowser } from '../../browser-policies.ts';

/** Where each browser reads managed policies; the file is our own, a school's others stay beside it. snap and flatpak browsers may not see /etc. */
export const CHROMIUM_FILES: Readonly<Record<ChromiumBrowser, string>> = {
  chrome: '/etc/opt/chrome/policies/managed/schoolgate.json',
  chromium: '/etc/chromium/policies/managed/schoolgate.json',
  edge: '/etc/opt/edge/policies/managed/schoolgate.json',
  brave: '/etc/brave/policies/managed/schoolgate.json',
};

/** Firefox reads one file, which may be the school's too. */
export const FIREFOX_FILE = '/etc/firefox/policies/policies.json';

/** resolved.conf.d(5): read in the order of names, a school's own 90-… still wins. */
export const RESOLVED_FILE = '/etc/systemd/resolved.conf.d/50-schoolgate.conf';

/** The filter's own files, in the agent's state folder. */
export interface FilterOwnFiles {
  /** The table as it is to be: `schoolgate-boot.service` loads it before the network is up. */
  readonly table: string;
  /** What the firewall listed after our last load, and for which table. */
  readonly listing: string;
  /** The goal in force, for the rescue. */
  readonly goal: string;
  readonly journal: string;
}

export function filterOwnFiles(stateFolder: string): FilterOwnFiles {
  return {
    table: join(stateFolder, 'filter.nft'),
    listing: join(stateFolder, 'filter-listing.json'),
    goal: join(stateFolder, 'filter-wish.json'),
    journal: join(stateFolder, 'filter-journal'),
  };
}
