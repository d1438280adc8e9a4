import type { TypeRef } from '../model.ts';

export const HEAD = '// Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.';
/** The line width of the repository's formatter. */
const WIDTH = 110;

/** `['classroom', 'sessions']` → `ClassroomSessions` */
export function resourceName(resource: readonly string[]): string {
  return resource.map(upperFirst).join('');
}

/** `['classroom', 'sessions']` → `ClassroomSessionsResource` */
export function className(resource: readonly string[]): string {
  return `${resourceName(resource)}Resource`;
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

/** The name of a member, quoted if necessary. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A doc comment; empty for no text. */
export function docComment(lines: readonly (string | undefined)[], indent = ''): string[] {
  const said = lines.filter((line) => line !== undefined && line !== '') as string[];
  const safe = said.map((line) => line.replaceAll('*/', '*∕'));
  const [only = ''] = safe;
  if (safe.length === 0) return [];
  if (safe.length === 1 && indent.length + only.length + 7 <= 160) return [`${indent}/** ${only} */`];
  return [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`), `${indent} */`];
}

/** @param sent whether callers write it: an optional member may then be undefined, and a moment may be a Date */
export function typeText(type: TypeRef, sent: boolean): string {
  const bare = bareType(type, sent);
  return type.nullable && bare !== 'unknown' ? `${bare} | null` : bare;
}

function bareType(type: TypeRef, sent: boolean): string {
  switch (type.kind) {
    case 'string':
    case 'date':
      return 'string';
    case 'dateTime':
      return sent ? 'string | Date' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'any':
      return 'unknown';
    case 'literal':
      return quoted(type.value);
    case 'named':
      return type.name;
    case 'map':
      return `Readonly<Record<string, ${typeText(type.values, sent)}>>`;
    case 'array': {
      const items = typeText(type.items, sent);
      return `readonly ${/[ |]/.test(items) ? `(${items})` : items}[]`;
    }
  }
}

/** A value as source code, on one line if it fits behind `taken` characters. */
export function literal(value: unknown, indent = '', taken = 0): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + taken + line.length <= WIDTH)
    return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((one) => inner + literal(one, inner, 1))
    : Object.entries(value).map(([name, one]) => {
        const label = `${memberName(name)}: `;
        return inner + label + literal(one, inner, label.length + 1);
      });
  return `${open}\n${members.join(',\n')},\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, one]) => `${memberName(name)}: ${onOneLine(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
