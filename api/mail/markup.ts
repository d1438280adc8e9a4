/** HTML that is safe to send: what was put into it is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | readonly Markup[];

/** A template of HTML. Texts and numbers are escaped, for content and for attributes in double quotes; other markup is put in as it is. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = fixed.map((piece, at) => piece + written(parts[at] ?? '')).join('');
  return new Markup(text);
}

function written(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeHtml(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as content or attribute of HTML. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
