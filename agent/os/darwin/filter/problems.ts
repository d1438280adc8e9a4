import { isLoopback } from '../../../../kit/addresses.ts';
import type { FilterWish } from '../../../ports/filter-control.ts';
import type { DarwinFilterState } from './filter-state.ts';

/** What no step mends, a sentence each. Pure. */
export function problemsOf(wish: FilterWish, have: DarwinFilterState): readonly string[] {
  if (wish.mode === 'off') return [];
  const { resolver, firstResolver, pf, preferences } = have;
  return [
    ...(pf.labels === null ? ['pf cannot be read: whether the firewall holds is not known'] : []),
    ...(pf.loaded && !pf.active
      ? ['the main rules of pf do not call the anchors of com.apple/: our firewall rules are not in force']
      : []),
    ...(resolver !== null && firstResolver !== null && !isLoopback(firstResolver)
      ? [`the system asks ${firstResolver} first: another program's resolver stands before ours`]
      : []),
    ...preferences
      .filter(({ kind }) => kind === 'unreadable')
      .map(({ file }) => `${file} cannot be merged with: its browser is not closed by policy`),
    ...(wish.pinnedEgress ? ['addresses cannot be pinned on macOS: pinnedEgress is not in force'] : []),
  ];
}
