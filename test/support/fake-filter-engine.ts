import type { InputOf, OutputOf } from '../../agent/channel/calls.ts';
import type { HostTakes } from '../../agent/os/windows/host/protocol.ts';

type Replacing = InputOf<HostTakes, 'wfp.replace'>;
type Opening = InputOf<HostTakes, 'wfp.open'>;
type SetName = Replacing['set'];
type Filters = Replacing['filters'];

/** What the filtering engine of Windows holds of us. */
export interface FakeFilterEngine {
  readonly sets: Map<SetName, { filters: Filters; disabled: number; digest: string }>;
  /** By set and name, `filter portal`. */
  readonly openings: Map<string, { digest: string; filters: Filters; seconds: number }>;
}

export function replaceSet({ sets }: FakeFilterEngine, { set, digest, filters }: Replacing) {
  mustLive(filters, false);
  if (filters.length === 0) sets.delete(set);
  else sets.set(set, { filters, disabled: 0, digest });
  return { filters: filters.length };
}

export function openSet(
  { openings }: FakeFilterEngine,
  { set, opening, digest, filters, seconds }: Opening,
): OutputOf<HostTakes, 'wfp.open'> {
  mustLive(filters, true);
  if (filters.length === 0) openings.delete(`${set} ${opening}`);
  else openings.set(`${set} ${opening}`, { digest, filters, seconds });
  return { filters: filters.length };
}

export function heldSet({ sets, openings }: FakeFilterEngine, set: SetName): OutputOf<HostTakes, 'wfp.held'> {
  const found = sets.get(set);
  return {
    filters: found?.filters.length ?? 0,
    disabled: found?.disabled ?? 0,
    digest: found?.digest ?? '',
    openings: [...openings].flatMap(([place, { digest }]) => {
      const [ofSet, name = ''] = place.split(' ');
      return ofSet === set ? [{ name, digest }] : [];
    }),
  };
}

function mustLive(filters: Filters, session: boolean): void {
  if (filters.some(({ life }) => (life === 'session') !== session)) throw new Error('Windows error 87');
}
