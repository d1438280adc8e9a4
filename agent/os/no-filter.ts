import type { FilterControl } from '../ports/filter-control.ts';
import { done, failed } from '../ports/outcome.ts';

/** A platform whose filter is not built: every wish but `off` fails, and nothing is ever changed. */
export function createNoFilter(platform: string): FilterControl {
  const why = `there is no filter for ${platform} in this agent`;
  return {
    check: ({ mode }) =>
      Promise.resolve(mode === 'off' ? [] : [{ id: 'no-filter', what: why, cmd: [], undo: [] }]),
    apply: (steps) => Promise.resolve(steps.length === 0 ? done('nothing to do') : failed(why)),
    restore: () => Promise.resolve(done('nothing of ours is there')),
    flush: () => Promise.resolve(),
    attempts: () => Promise.resolve([]),
    networkResolvers: () => Promise.resolve([]),
    cutConnections: () => Promise.resolve(),
  };
}
