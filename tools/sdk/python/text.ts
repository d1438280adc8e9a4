import type { TypeRef } from '../model.ts';

export const HEAD = '# Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.';
/** The longest line. */
export const WIDTH = 100;

/** A text as source code. */
export function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

/** A value as source code, on one line if it fits behind `taken` characters. */
export function literal(value: unknown, indent = '', taken = 0): string {
  const line = onOneLine(value);
  const isShort = indent.length + taken + line.length <= WIDTH;
  if (isShort || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}    `;
  if (Array.isArray(value))
    return block(
      '[]',
      indent,
      value.map((one) => literal(one, inner, 1)),
    );
  const members = Object.entries(value).map(([name, one]) => {
    const label = `${quoted(name)}: `;
    return label + literal(one, inner, label.length + 1);
  });
  return block('{}', indent, members);
}

/** Lines between brackets, each followed by a comma. */
export function block(brackets: string, indent: string, lines: readonly string[]): string {
  const inner = lines.map((line) => `${indent}    ${line},\n`).join('');
  return `${brackets.charAt(0)}\n${inner}${indent}${brackets.charAt(1)}`;
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value ?? {}).map(([name, one]) => `${quoted(name)}: ${onOneLine(one)}`);
  return `{${members.join(', ')}}`;
}

/** A docstring; empty for no text. `list`: lines that stand together at the end. */
export function docstring(
  paragraphs: readonly (string | undefined)[],
  indent: string,
  list: readonly string[] = [],
): string[] {
  const said = paragraphs.filter((one): one is string => one !== undefined && one !== '').map(safe);
  const [first = '', ...others] = said;
  if (said.length === 0) return [];
  const room = WIDTH - indent.length;
  const isShort = first.length + 6 <= room && others.length + list.length === 0;
  if (isShort) return [`${indent}"""${first}"""`];
  const [head = '', ...rest] = wrapped(`"""${first}`, room);
  const below = others.flatMap((one) => ['', ...wrapped(one, room)]);
  const listed = list.flatMap((one) => {
    const [start = '', ...more] = wrapped(safe(one), room - 4);
    return [start, ...more.map((line) => `    ${line}`)];
  });
  const lines = [head, ...rest, ...below, ...(listed.length > 0 ? ['', ...listed] : []), '"""'];
  return lines.map((line) => (line === '' ? '' : indent + line));
}

function safe(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '".');
}

/** Words in lines of at most `width` characters. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The way in which `_model.decode` reads a value: `datetime`, `Device`, `[Device]`, `{Device}`; empty for a value that stays as it is. */
export function wireSpec(type: TypeRef, models: ReadonlySet<string>): string {
  switch (type.kind) {
    case 'dateTime':
      return 'datetime';
    case 'date':
      return 'date';
    case 'named':
      return models.has(type.name) ? type.name : '';
    case 'array': {
      const items = wireSpec(type.items, models);
      return items === '' ? '' : `[${items}]`;
    }
    case 'map': {
      const values = wireSpec(type.values, models);
      return values === '' ? '' : `{${values}}`;
    }
    default:
      return '';
  }
}

/** How to write a type: the prefix of the names of `models`, and whether callers write the value. */
export interface TypeStyle {
  readonly prefix: string;
  readonly sent: boolean;
  /** Named types that are objects or unions of objects. Callers may give mappings for them. */
  readonly objects: ReadonlySet<string>;
}

export function typeText(type: TypeRef, style: TypeStyle): string {
  const bare = bareType(type, style);
  return type.nullable && bare !== 'Any' ? `Optional[${bare}]` : bare;
}

function bareType(type: TypeRef, style: TypeStyle): string {
  switch (type.kind) {
    case 'string':
      return 'str';
    case 'dateTime':
      return 'datetime';
    case 'date':
      return 'date';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'Any';
    case 'literal':
      return `Literal[${quoted(type.value)}]`;
    case 'named': {
      const name = style.prefix + type.name;
      return style.sent && style.objects.has(type.name) ? `Union[${name}, Mapping[str, Any]]` : name;
    }
    case 'map':
      return `${style.sent ? 'Mapping' : 'Dict'}[str, ${typeText(type.values, style)}]`;
    case 'array':
      return `${style.sent ? 'Sequence' : 'List'}[${typeText(type.items, style)}]`;
  }
}

/** The line `from typing import …` for the names that a text uses. */
export function typingImport(body: string): string {
  const names = [
    'Any',
    'ClassVar',
    'Dict',
    'List',
    'Literal',
    'Mapping',
    'Optional',
    'Sequence',
    'Tuple',
    'Union',
  ];
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return `from typing import ${used.join(', ')}`;
}
