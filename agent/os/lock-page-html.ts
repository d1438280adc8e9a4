import type { Language } from '../../contracts/languages.ts';
import { hashSource, html, Markup } from '../../kit/html.ts';
import { LOCK_PAGE_WORDS, type LockPageWords } from '../../words/lock-page.ts';
import type { LockMessage } from '../ports/lock-window.ts';

/** `wait`: too many wrong ones, none is tried now. `none`: this lock has no PIN. */
export type PinResult = 'unlocked' | 'wrong' | 'wait' | 'none';

export interface LockPageView {
  readonly language: Language;
  /** Null = not locked. */
  readonly lock: LockMessage | null;
  /** The result of the PIN that was just typed; null = none was typed. */
  readonly result: PinResult | null;
  /** Epoch milliseconds. */
  readonly now: number;
  /** What `stateUrl` answers while this page is right. */
  readonly revision: string;
  readonly stateUrl: string;
}

const STYLE = `
  :root { color-scheme: dark; --ink: #eef4f8; --soft: #a9c0d0; --line: #ffffff24; --accent: #7fd1c0; --alert: #ffc9a8 }
  * { box-sizing: border-box }
  html, body { height: 100% }
  body { margin: 0; display: grid; place-items: center; padding: 4vmin; color: var(--ink);
    background: radial-gradient(120% 90% at 50% -10%, #2a5673 0%, #16384f 45%, #0d2434 100%) fixed;
    font: 400 clamp(15px, min(1.1vw + 12px, 3vh), 24px)/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
  main { width: min(38rem, 100%); text-align: center }
  svg { width: 4.2em; height: 4.2em; color: var(--accent) }
  h1 { margin: .5em 0 0; font-size: 2em; line-height: 1.2; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere }
  .text { margin: .8em 0 0; white-space: pre-line; overflow-wrap: anywhere; text-wrap: pretty }
  .until { margin: 1em 0 0; color: var(--soft); font-variant-numeric: tabular-nums }
  form { margin: 2em auto 0; display: flex; flex-wrap: wrap; gap: .6em; justify-content: center; align-items: end }
  label { display: grid; gap: .3em; text-align: left; font-size: .8em; color: var(--soft) }
  input, button { font: inherit; border-radius: .6em; padding: .5em .8em }
  input { width: 8.5em; color: inherit; background: #ffffff14; border: 1px solid var(--line); letter-spacing: .35em; font-size: 1.25rem }
  button { color: #08271f; background: var(--accent); border: 1px solid transparent; font-weight: 600; font-size: 1.25rem; cursor: pointer }
  input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  .result { margin: 1em 0 0; color: var(--alert); font-weight: 600 }
  .help { margin: 1.8em 0 0; padding-top: 1em; border-top: 1px solid var(--line); color: var(--soft); overflow-wrap: anywhere }
  .help strong { display: block; color: var(--ink); font-weight: 600 }
`;

/** Counts down, and asks every 3 s whether this lock is still on. Typed digits stay until the lock changes. */
const SCRIPT = `
  const { revision, stateUrl, until, now, words } = JSON.parse(document.body.dataset.page);
  const skew = now - Date.now();
  const place = document.querySelector('.until');
  const tell = () => {
    if (!place || until === null) return;
    const minutes = Math.max(0, Math.ceil((until - Date.now() - skew) / 60000));
    const hours = Math.floor(minutes / 60);
    const short = minutes % 60 + ' ' + words.minutes;
    const left = minutes < 60 ? minutes + ' ' + words.minutes : hours < 48 ? hours + ' ' + words.hours + ' ' + short : Math.round(hours / 24) + ' ' + words.days;
    const end = new Date(until - skew);
    const today = end.toDateString() === new Date().toDateString();
    const at = end.toLocaleString(document.documentElement.lang, today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
    place.textContent = words.untilWithRest.replace('{end}', at).replace('{left}', left);
  };
  const look = async () => {
    try {
      const answer = await fetch(stateUrl, { cache: 'no-store' });
      if (answer.ok && (await answer.json()).revision !== revision) location.replace(location.pathname);
    } catch { /* The agent is restarting: the page stays as it is. */ }
  };
  tell();
  setInterval(tell, 1000);
  setInterval(look, 3000);
`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLE)}`,
  `script-src ${hashSource(SCRIPT)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page: one file, nothing loaded from elsewhere, no text of others as markup. */
export function renderLockPage(view: LockPageView): {
  readonly html: string;
  readonly contentSecurityPolicy: string;
} {
  const { language, lock, now, revision, stateUrl } = view;
  const words = LOCK_PAGE_WORDS[language];
  const { untilWithRest, minutes, hours, days } = words;
  const until = lock?.until ?? null;
  const shown = { revision, stateUrl, until, now, words: { untilWithRest, minutes, hours, days } };
  const page = JSON.stringify(shown);
  const title = lock === null ? words.notLocked.title : titleOf(lock, words);
  const document = html`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
<body data-page="${page}">
<main>
${PADLOCK}
<h1>${title}</h1>
${lock === null ? html`<p class="text">${words.notLocked.text}</p>` : lockedPart(lock, words, language)}
${resultPart(view, words)}
${lock?.pin === true ? pinForm(words) : null}
${helpPart(lock, words)}
</main>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`;
  return { html: document.text, contentSecurityPolicy: CONTENT_SECURITY_POLICY };
}

const PADLOCK = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect x="4.5" y="10.5" width="15" height="10" rx="2.6"/><path d="M8 10.5V7.6a4 4 0 0 1 8 0v2.9M12 14.4v2.2"/></svg>`;

/** Who has locked this computer, in a sentence. */
export function titleOf(
  { organisation }: LockMessage,
  { lockedBy, locked }: Pick<LockPageWords, 'lockedBy' | 'locked'>,
): string {
  return organisation === null ? locked : lockedBy(organisation);
}

function pinForm({ pinLabel, unlock }: LockPageWords): Markup {
  return html`<form method="post" action="/locked" autocomplete="off">
<label>${pinLabel}<input name="pin" type="password" inputmode="numeric" pattern="[0-9]{4,8}" minlength="4" maxlength="8" required autofocus autocomplete="off"></label>
<button>${unlock}</button>
</form>`;
}

function lockedPart(lock: LockMessage, words: LockPageWords, language: Language): Markup {
  const text = lock.text === null ? null : html`<p class="text">${lock.text}</p>`;
  // Without the script: the moment in the computer's own words.
  const until =
    lock.until === null
      ? null
      : html`<p class="until">${words.until.replace('{end}', new Date(lock.until).toLocaleString(language))}</p>`;
  return html`${text}\n${until}`;
}

function resultPart({ lock, result }: LockPageView, { results }: LockPageWords): Markup | null {
  if (result === null || (result === 'unlocked' && lock === null)) return null;
  return html`<p class="result" role="alert">${results[result]}</p>`;
}

function helpPart(lock: LockMessage | null, { help }: LockPageWords): Markup | null {
  return lock?.help ? html`<p class="help">${help}<strong>${lock.help}</strong></p>` : null;
}
