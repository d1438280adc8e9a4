import type { InputOf, OutputOf } from '../../agent/channel/calls.ts';
import type { HostTakes } from '../../agent/os/windows/host/protocol.ts';

type Replacing = InputOf<HostTakes, 'wfp.replace'>;
type Opening = InputOf<HostTakes, 'wfp.open'>;
type SetName = Replacing['set'];
export type PlannedFilter = Replacing['filters'][number];

/** The filtering engine of Windows in memory. */
export interface FakeFilterEngine {
  replace(input: Replacing): { readonly filters: number };
  open(input: Opening): { readonly filters: number };
  held(set: SetName): OutputOf<HostTakes, 'wfp.held'>;
  sweep(): null;
  /** What is in force. */
  filters(set: SetName): readonly PlannedFilter[];
  opening(set: SetName, name: string): Opening | undefined;
  /** The openings of all sets close, as when their time is over. */
  closeOpenings(): void;
  /** Somebody has switched off so many filters of a set. */
  disable(set: SetName, count: number): void;
}

export function createFakeFilterEngine(): FakeFilterEngine {
  const sets = new Map<SetName, Replacing & { disabled: number }>();
  const openings = new Map<string, Opening>();
  const mustLive = (filters: readonly PlannedFilter[], session: boolean): void => {
    if (filters.some(({ life }) => (life === 'session') !== session)) throw new Error('Windows error 87');
  };
  return {
    replace(input) {
      mustLive(input.filters, false);
      if (input.filters.length === 0) sets.delete(input.set);
      else sets.set(input.set, { ...input, disabled: 0 });
      return { filters: input.filters.length };
    },
    open(input) {
      mustLive(input.filters, true);
      const key = `${input.set} ${input.opening}`;
      if (input.filters.length === 0) openings.delete(key);
      else openings.set(key, input);
      return { filters: input.filters.length };
    },
    held(set) {
      const found = sets.get(set);
      return {
        filters: found?.filters.length ?? 0,
        disabled: found?.disabled ?? 0,
        digest: found?.digest ?? '',
        openings: [...openings.values()]
          .filter((opening) => opening.set === set)
          .map(({ opening, digest }) => ({ name: opening, digest })),
      };
    },
    sweep() {
      sets.clear();
      openings.clear();
      return null;
    },
    filters: (set) => sets.get(set)?.filters ?? [],
    opening: (set, name) => openings.get(`${set} ${name}`),
    closeOpenings: () => openings.clear(),
    disable(set, count) {
      const found = sets.get(set);
      if (found !== undefined) found.disabled = count;
    },
  };
}
