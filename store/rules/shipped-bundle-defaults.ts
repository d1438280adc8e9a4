import { WEEKDAYS } from '../../contracts/policy/model.ts';
import { DOH_ADDRESSES } from '../../contracts/policy/shipped-doh.ts';
import { GAME_PROCESSES, GAME_WORDS } from '../../contracts/policy/shipped-games.ts';
import type { BundleDefaults } from './bundle-defaults.ts';

/** Values of bundles that the operator has not set (docs/operations.md, `[filtering]`). */
export const SHIPPED_BUNDLE_DEFAULTS: BundleDefaults = {
  // Lessons and clubs in most countries. Outside of these hours a laptop reports totals only.
  schoolHours: [{ days: WEEKDAYS.slice(0, 5), from: '07:00', to: '17:00' }],
  holidays: [],
  dohAddresses: [...DOH_ADDRESSES],
  upstreams: [],
  gameWords: [...GAME_WORDS],
  gameProcesses: [...GAME_PROCESSES],
  connectivityUrl: 'http://connectivitycheck.gstatic.com/generate_204',
};
