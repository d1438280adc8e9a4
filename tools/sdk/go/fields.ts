import type { Field, TypeRef } from '../model.ts';
import { exportedName } from './names.ts';
import { columns, comment } from './text.ts';

/** Where a member occurs: in input, in a patch, in an answer, or in the query. */
export type Place = 'sent' | 'patch' | 'received' | 'query';

/** A member of a struct. */
export interface GoField {
  readonly name: string;
  readonly type: string;
  /** Whether it is an `Optional`, because its zero value, or null, has a meaning. */
  readonly isOptional: boolean;
  readonly tag: string;
  readonly field: Field;
}

/** @param enums types whose zero value shows absence as well as that of a text */
export function goField(field: Field, place: Place, enums: ReadonlySet<string> = new Set()): GoField {
  const { name, type, required } = field;
  const isOptional = !required && place !== 'received' && (place === 'patch' || meansSomething(type));
  const bare = typeText(type);
  const isPointer =
    !isOptional && (type.nullable || (!required && place === 'received' && !isPlain(type, enums)));
  const written = isPointer && canPoint(type) ? `*${bare}` : bare;
  const isLeftOut = !required && place !== 'received';
  const tag = place === 'query' ? `url:"${name}"` : `json:"${name}${isLeftOut ? ',omitzero' : ''}"`;
  return {
    name: exportedName(name),
    type: isOptional ? `Optional[${bare}]` : written,
    isOptional,
    tag,
    field,
  };
}

/** Whether a caller may want to send null or the zero value. */
function meansSomething(type: TypeRef): boolean {
  if (type.kind === 'integer') return type.nullable || !type.isPositive;
  return type.nullable || type.kind === 'boolean' || type.kind === 'number';
}

/** Whether the zero value of a received member shows well enough that it was absent. */
function isPlain(type: TypeRef, enums: ReadonlySet<string>): boolean {
  if (type.kind === 'named') return enums.has(type.name);
  return type.kind === 'string' || type.kind === 'date' || type.kind === 'literal';
}

function canPoint({ kind }: TypeRef): boolean {
  return kind !== 'array' && kind !== 'map' && kind !== 'any';
}

/** @param prefix in front of the names of the package: `schoolgate.` */
export function typeText(type: TypeRef, prefix = ''): string {
  switch (type.kind) {
    case 'string':
    case 'date':
    case 'literal':
      return 'string';
    case 'dateTime':
      return 'time.Time';
    case 'integer':
      return 'int';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'any';
    case 'named':
      return prefix + exportedName(type.name);
    case 'array':
      return `[]${elementText(type.items, prefix)}`;
    case 'map':
      return `map[string]${elementText(type.values, prefix)}`;
  }
}

function elementText(type: TypeRef, prefix: string): string {
  return `${type.nullable && canPoint(type) ? '*' : ''}${typeText(type, prefix)}`;
}

/** The lines of a struct's members. A member with a comment begins a paragraph. */
export function fieldLines(fields: readonly GoField[]): string[] {
  return columns(
    fields.flatMap(({ name, type, tag, field: { description } }, index) => {
      const told = comment(description);
      const row = [name, type, `\`${tag}\``];
      return told.length === 0 ? [row] : [...(index === 0 ? [] : ['']), ...told, row];
    }),
  );
}
