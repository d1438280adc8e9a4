import type { OutputOf } from '../../channel/calls.ts';
import type { HostTakes } from './host/protocol.ts';

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
