import { createHash } from 'node:crypto';

/** Text that is HTML already: what was put into it is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | null | readonly Markup[];

/** HTML in which all that is put in is escaped, unless it is HTML itself; null is nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, at) => text + textOf(parts[at] ?? null)).join(''));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(({ text }: Markup) => text).join('');
  return String(part).replaceAll(/[&<>"'`]/g, (character) => ENTITIES[character] ?? character);
}

/** A source expression of a Content-Security-Policy for exactly this text (CSP 3 section 2.3.1). */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
