import type { InputOf, OutputOf } from '../../channel/calls.ts';
import type { HostTakes } from './host/protocol.ts';
import type { WindowsCall } from './host-call.ts';

/** A key that was read, below HKEY_LOCAL_MACHINE. */
export type FoundKey = OutputOf<HostTakes, 'registry.read'>['keys'][number];
export type FoundValue = FoundKey['values'][number];

/** A value of a key that was read, whatever the case of its name (Windows keeps the case and does not look at it). */
export function valueIn(found: FoundKey | undefined, name: string): FoundValue | undefined {
  return found?.values.find((value) => value.name.toLowerCase() === name.toLowerCase());
}

/** A text in it; null when it is not there, or no text. */
export function textIn(found: FoundKey | undefined, name: string): string | null {
  const value = valueIn(found, name);
  const isText = value?.kind === 'String' || value?.kind === 'ExpandString';
  return isText && typeof value.data === 'string' ? value.data : null;
}

/** One change of the registry, below HKEY_LOCAL_MACHINE. */
export type RegistryChange = InputOf<HostTakes, 'registry.write'>['changes'][number];

/** Of one call (protocol.ts). */
const MAX_CHANGES = 4_096;

/** The calls that make these changes, in their order. */
export function registryWrites(changes: readonly RegistryChange[]): readonly WindowsCall[] {
  return Array.from({ length: Math.ceil(changes.length / MAX_CHANGES) }, (_, index) => ({
    name: 'registry.write',
    input: { changes: changes.slice(index * MAX_CHANGES, (index + 1) * MAX_CHANGES) },
  }));
}

/** The registry ignores case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
