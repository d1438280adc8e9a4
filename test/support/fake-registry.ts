import type { InputOf } from '../../agent/channel/calls.ts';
import type { HostTakes } from '../../agent/os/windows/host/protocol.ts';
import type { FoundKey, FoundValue } from '../../agent/os/windows/registry.ts';

type Change = InputOf<HostTakes, 'registry.write'>['changes'][number];

/** HKEY_LOCAL_MACHINE in memory. Names are found in any case and kept in the first. */
export interface FakeRegistry {
  read(key: string): FoundKey;
  /** @throws Error as the host refuses */
  change(change: Change): void;
  /** All keys that hold a value, with their values, sorted: to compare before and after. */
  dump(): readonly string[];
}

interface Key {
  readonly path: string;
  readonly values: Map<string, FoundValue>;
}

export function createFakeRegistry(): FakeRegistry {
  const keys = new Map<string, Key>();
  const make = (path: string): Key => {
    const parent = path.slice(0, Math.max(path.lastIndexOf('\\'), 0));
    if (parent !== '') make(parent);
    const id = path.toLowerCase();
    const found = keys.get(id) ?? { path, values: new Map() };
    keys.set(id, found);
    return found;
  };
  const below = (path: string): readonly string[] => {
    const start = `${path.toLowerCase()}\\`;
    return [...keys.values()].flatMap(({ path: one }) => {
      const name = one.slice(start.length);
      return one.toLowerCase().startsWith(start) && !name.includes('\\') ? [name] : [];
    });
  };
  return {
    read(key) {
      const found = keys.get(key.toLowerCase());
      return {
        key,
        there: found !== undefined,
        values: [...(found?.values.values() ?? [])],
        subkeys: [...below(key)],
      };
    },
    change(change) {
      if ('set' in change) {
        const { name, kind, data } = change;
        make(change.set).values.set(name.toLowerCase(), { name, kind, data });
      } else if ('remove' in change)
        keys.get(change.remove.toLowerCase())?.values.delete(change.name.toLowerCase());
      else {
        const found = keys.get(change.prune.toLowerCase());
        if (found?.values.size === 0 && below(change.prune).length === 0)
          keys.delete(change.prune.toLowerCase());
      }
    },
    dump: () =>
      [...keys.values()]
        .flatMap(({ path, values }) =>
          [...values.values()].map(
            ({ name, kind, data }) => `${path}|${name}=${kind}:${JSON.stringify(data)}`,
          ),
        )
        .sort(),
  };
}
