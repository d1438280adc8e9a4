import type { InputOf, OutputOf } from '../../../channel/calls.ts';
import type { HostTakes } from '../host/protocol.ts';
import type { WindowsCall } from '../host-call.ts';

/** One change of the registry, below HKEY_LOCAL_MACHINE. */
export type RegistryChange = InputOf<HostTakes, 'registry.write'>['changes'][number];
export type FoundKey = OutputOf<HostTakes, 'registry.read'>['keys'][number];
export type FoundValue = FoundKey['values'][number];

/** Of one call (protocol.ts). */
const MAX_CHANGES = 4_096;

/** The calls that make these changes, in their order. */
export function registryWrites(changes: readonly RegistryChange[]): readonly WindowsCall[] {
  return Array.from({ length: Math.ceil(changes.length / MAX_CHANGES) }, (_, index) => ({
    name: 'registry.write',
    input: { changes: changes.slice(index * MAX_CHANGES, (index + 1) * MAX_CHANGES) },
  }));
}

/** The registry knows no difference between capital and small letters. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
