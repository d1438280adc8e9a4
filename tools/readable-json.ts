const LINE_LENGTH = 120;
const INDENT = '  ';

/** JSON for people: indented. A list or object is on one line when it fits and holds no other list or object. */
export function readableJson(value: unknown): string {
  return `${written(value, '', 0)}\n`;
}

/** @param taken characters of the line before the value, beside the indent, and after it */
function written(value: unknown, indent: string, taken: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = onOneLine(value);
  if (line !== null && indent.length + taken + line.length <= LINE_LENGTH) return line;
  const inner = `${indent}${INDENT}`;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((one) => written(one, inner, 1))
    : Object.entries(value).map(([name, member]) => {
        const label = `${JSON.stringify(name)}: `;
        return label + written(member, inner, label.length + 1);
      });
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

function onOneLine(value: object): string | null {
  const members = Object.entries(value);
  if (members.some(([, member]) => typeof member === 'object' && member !== null)) return null;
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, member]) => `${JSON.stringify(name)}: ${JSON.stringify(member)}`).join(', ')} }`;
}
