import type { InputOf } from '../../agent/channel/calls.ts';
import type { HostTakes } from '../../agent/os/windows/host/protocol.ts';
import type { FoundKey, FoundValue } from '../../agent/os/windows/registry.ts';

export type RegistryChange = InputOf<HostTakes, 'registry.write'>['changes'][number];

/** HKEY_LOCAL_MACHINE in memory: values by key. Names are found in any case and kept in the first. */
export type FakeRegistry = Map<string, FoundValue[]>;

export function readKey(registry: FakeRegistry, key: string): FoundKey {
  const at = keyOf(registry, key);
  if (at === undefined) return { key, there: false, values: [], subkeys: [] };
  const subkeys = below(registry, at).map((one) => one.slice(at.length + 1));
  return {
    key,
    there: true,
    values: [...(registry.get(at) ?? [])],
    subkeys: subkeys.filter((name) => !name.includes('\\')),
  };
}

export function changeRegistry(registry: FakeRegistry, change: RegistryChange): void {
  if ('prune' in change) {
    const at = keyOf(registry, change.prune);
    if (at !== undefined && registry.get(at)?.length === 0 && below(registry, at).length === 0)
      registry.delete(at);
    return;
  }
  const key = 'set' in change ? change.set : change.remove;
  if ('set' in change) makeKey(registry, key);
  const at = keyOf(registry, key);
  if (at === undefined) return;
  const others = (registry.get(at) ?? []).filter(
    ({ name }) => name.toLowerCase() !== change.name.toLowerCase(),
  );
  if ('remove' in change) registry.set(at, others);
  else registry.set(at, [...others, { name: change.name, kind: change.kind, data: change.data }]);
}

/** Makes a key, and those that it lies in. */
export function makeKey(registry: FakeRegistry, key: string): void {
  const names = key.split('\\');
  for (let length = 1; length <= names.length; length++) {
    const part = names.slice(0, length).join('\\');
    if (keyOf(registry, part) === undefined) registry.set(part, []);
  }
}

function below(registry: FakeRegistry, key: string): readonly string[] {
  return [...registry.keys()].filter((one) => one.toLowerCase().startsWith(`${key.toLowerCase()}\\`));
}

function keyOf(registry: FakeRegistry, key: string): string | undefined {
  return [...registry.keys()].find((one) => one.toLowerCase() === key.toLowerCase());
}
