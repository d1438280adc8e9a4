import type { Language } from '../../../contracts/languages.ts';
import { hashSource, html, Markup } from '../../../kit/html.ts';
import { FILTER_PAGE_WORDS } from '../../../words/filter-pages.ts';

const STYLE = `
:root { color-scheme: light dark; --ground: #eef3f6; --sheet: #fff; --ink: #14232e; --soft: #51636f; --line: #d5dfe5; --accent: #0f6b5c;
  --on-accent: #fff; --mark: #b3401a; --tint: #f4f8fa }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1a23; --sheet: #15262f; --ink: #e9f1f5; --soft: #a3b7c3; --line: #2b414e;
  --accent: #7fd1c0; --on-accent: #08271f; --mark: #ffb38f; --tint: #1b303b } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; padding: clamp(1rem, 5vh, 4rem) 1rem; background: var(--ground); color: var(--ink);
  font: 400 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { max-width: 42rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem); background: var(--sheet); border: 1px solid var(--line);
  border-radius: 1rem; overflow-wrap: anywhere }
.school { margin: 0 0 1.5rem; color: var(--soft); font-size: .9375rem; font-weight: 600 }
h1 { margin: 0; font-size: clamp(1.5rem, 4vw, 2rem); line-height: 1.2; text-wrap: balance }
h1::before { content: ""; display: block; width: 2.75rem; height: .3rem; margin-bottom: 1rem; border-radius: 1rem; background: var(--mark) }
h1.fine::before { background: var(--accent) }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
p { margin: .75rem 0 }
.host { font-weight: 600 }
blockquote { margin: 1rem 0; padding: .75rem 1rem; border-left: .25rem solid var(--mark); background: var(--tint); border-radius: 0 .5rem .5rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 1rem 0 }
dt { color: var(--soft) } dd { margin: 0 }
ol { margin: .75rem 0 0; padding-left: 1.5rem } li { margin: .4rem 0 } li.decided { font-weight: 600 }
summary { cursor: pointer; color: var(--accent); font-weight: 600 }
details { margin: 1.25rem 0 0 }
label { display: block; font-weight: 600 }
textarea, input { width: 100%; margin-top: .4rem; padding: .6rem .75rem; font: inherit; color: inherit; background: var(--tint);
  border: 1px solid var(--soft); border-radius: .5rem }
textarea { min-height: 5.5rem; resize: vertical }
button { margin-top: .75rem; padding: .6rem 1.25rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent);
  border: 0; border-radius: .5rem; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.hint { margin: .25rem 0 0; color: var(--soft); font-size: .9375rem }
.help { margin: 2rem 0 0; padding: 1rem; background: var(--tint); border: 1px solid var(--line); border-radius: .5rem }
footer { margin: 2rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem }
a { color: var(--accent) }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin: 0 0 .5rem } }
`;

/** Nothing is loaded, run or framed; forms go to the page's own origin only. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLE)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface PageFrame {
  readonly language: Language;
  readonly title: string;
  /** Whether the page shows a good result; this changes only its colour. */
  readonly fine?: boolean;
  /** Null = not known yet. */
  readonly organisation: string | null;
  readonly helpLine: string | null;
  /** Whether crisis help can be reached now: not so in every lock. */
  readonly crisisHelpOpen: boolean;
  readonly body: Markup;
  /** Where the status page is; null = this is it. */
  readonly statusUrl: string | null;
}

/** A whole page: one file, nothing loaded from elsewhere, no script. */
export function renderPage(frame: PageFrame): string {
  const { language, title, fine = false, organisation, helpLine, crisisHelpOpen, body, statusUrl } = frame;
  const words = FILTER_PAGE_WORDS[language];
  const open = crisisHelpOpen
    ? html`<br>
<span class="hint">${words.help.crisisOpen}</span>`
    : null;
  const help =
    helpLine === null
      ? null
      : html`<section class="help" aria-label="${words.help.name}"><strong>${words.help.question}</strong><br>${helpLine}${open}</section>`;
  const more = statusUrl === null ? null : html` · <a href="${statusUrl}">${words.statusLink}</a>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>
<p class="school">${organisation ?? words.yourSchool}</p>
<h1${new Markup(fine ? ' class="fine"' : '')}>${title}</h1>
${body}
${help}
<footer>${words.footer}${more}</footer>
</main>
</body>
</html>
`.text;
}
