import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FoundValue } from '../registry.ts';
import { isSameName, type RegistryChange } from '../registry.ts';
import { type HeldValue, heldAt, placeOf, type RegistryValue, valueId } from './registry-values.ts';

/**
 * Each value as it was before us is kept in the registry itself. Both lie in the same hive, so that a power cut keeps both or neither, and restoring
 * needs no journal. Name of a mark: key|name; data: JSON of what was there and which keys were made for it.
 */
export const MARKS_KEY = 'SOFTWARE\\Schoolgate\\FilterValues';
/** All that we remember in the registry lies in it. */
export const OWN_KEY = 'SOFTWARE\\Schoolgate';
const OWN_KEYS = [MARKS_KEY, OWN_KEY] as const;

/** Of a text in the registry, and of a key (protocol.ts). */
const MAX_TEXT = 65_535;
const MAX_KEY = 512;

/** What one of our values replaced. */
export interface Mark {
  /** The mark's own name. */
  readonly id: string;
  /** Null = the mark's name cannot be read, and nothing can be put back. */
  readonly place: Pick<RegistryValue, 'key' | 'name'> | null;
  /** Null = there was no value, or the mark is damaged: then our value is only removed. */
  readonly before: Pick<FoundValue, 'kind' | 'data'> | null;
  /** Keys that were made for it, the outermost first. */
  readonly made: readonly string[];
}

const Made = Type.Array(Type.String({ maxLength: MAX_KEY }));
const kept = <Kind extends string, Data extends Parameters<typeof Type.Union>[0][number]>(
  kind: readonly Kind[],
  data: Data,
) => Type.Object({ kind: Type.Enum(kind), data, made: Made });
const Text = Type.String({ maxLength: MAX_TEXT });
const schema = Compile(
  Type.Union([
    Type.Object({ kind: Type.Null(), data: Type.Null(), made: Made }),
    kept(['DWord'] as const, Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    kept(['QWord'] as const, Type.String({ pattern: '^\\d{1,20}$' })),
    kept(['String', 'ExpandString'] as const, Text),
    kept(['MultiString'] as const, Type.Array(Text, { maxItems: 4_096 })),
    kept(['Binary', 'None'] as const, Type.String({ maxLength: MAX_TEXT, pattern: '^([0-9a-f]{2})*$' })),
  ]),
);

/** Reads a mark. A damaged one still says which value it belongs to. */
export function markOf({ name: id, data }: FoundValue): Mark {
  const cut = id.lastIndexOf('|');
  const key = id.slice(0, Math.max(cut, 0));
  const place = key === '' || key.length > MAX_KEY ? null : { key, name: id.slice(cut + 1) };
  const was = jsonOf(data);
  if (place === null || !schema.Check(was)) return { id, place, before: null, made: [] };
  const before = was.kind === null ? null : { kind: was.kind, data: was.data };
  return { id, place, before, made: was.made.filter((made) => isWithin(key, made)) };
}

function jsonOf(data: FoundValue['data']): unknown {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    return value;
  } catch {
    // Damaged: see Mark.
    return null;
  }
}

/** What is known of the registry when values are set. */
export interface KnownRegistry {
  readonly values: readonly HeldValue[];
  /** Keys that were looked for and are not there. */
  readonly missingKeys: readonly string[];
  readonly marks: readonly Mark[];
}

/** The changes that set values, with the marks of all first. The first mark of a value stays, because a repair must not take our own value for the original. */
export function settingValues(
  values: readonly RegistryValue[],
  known: KnownRegistry,
): readonly RegistryChange[] {
  const marked = new Set(known.marks.map(({ id }) => id.toLowerCase()));
  // Keys that we made for another value stay ours for this one too.
  const ours = [...known.missingKeys, ...known.marks.flatMap(({ made }) => made)];
  return [
    ...values
      .filter((value) => !marked.has(placeOf(value)))
      .map((value) => mark(value, heldAt(known.values, value), ours)),
    ...values.map(
      ({ key, name, kind, data }): RegistryChange => ({
        set: key,
        name,
        kind,
        data: isTexts(data) ? [...data] : data,
      }),
    ),
  ];
}

function mark(value: RegistryValue, before: HeldValue | undefined, ours: readonly string[]): RegistryChange {
  const made = partsOf(value.key).filter((part) => ours.some((key) => isSameName(key, part)));
  const textOf = (was: HeldValue | undefined): string =>
    JSON.stringify({ kind: was?.kind ?? null, data: was?.data ?? null, made });
  const text = textOf(before);
  // A value that is too long for a mark is lost: it must not keep all others from being set.
  const data = text.length > MAX_TEXT ? textOf(undefined) : text;
  return { set: MARKS_KEY, name: valueId(value), kind: 'String', data };
}

/** Puts values back as their marks say. A key that we made goes when nothing is left in it, and so does our own. */
export function puttingBack(marks: readonly Mark[]): readonly RegistryChange[] {
  const made = new Map(marks.flatMap((one) => one.made.map((key) => [key.toLowerCase(), key] as const)));
  // The innermost first.
  const keys = [...made.values()].sort((a, b) => partsOf(b).length - partsOf(a).length);
  return [
    ...marks.flatMap(({ place, before }): readonly RegistryChange[] => {
      if (place === null) return [];
      const { key, name } = place;
      return [before === null ? { remove: key, name } : { set: key, name, ...before }];
    }),
    ...keys.map((key) => ({ prune: key })),
    // The marks go last, so that a restore that was interrupted can be repeated.
    ...marks.map(({ id }) => ({ remove: MARKS_KEY, name: id })),
    ...OWN_KEYS.map((key) => ({ prune: key })),
  ];
}

/** A key and those that it lies in, the outermost first. */
export function partsOf(key: string): readonly string[] {
  const names = key.split('\\');
  return names.map((_, index) => names.slice(0, index + 1).join('\\'));
}

function isWithin(key: string, outer: string): boolean {
  return isSameName(key, outer) || key.toLowerCase().startsWith(`${outer.toLowerCase()}\\`);
}

function isTexts(data: RegistryValue['data']): data is readonly string[] {
  return Array.isArray(data);
}
