import { createHash } from 'node:crypto';
import type { LockMessage } from '../ports/lock-window.ts';

/** `wait`: too many wrong ones, none is tried now. `none`: this lock has no PIN. */
export type PinResult = 'unlocked' | 'wrong' | 'wait' | 'none';

export interface LockPageView {
  /** Null = not locked. */
  readonly lock: LockMessage | null;
  /** How the PIN just typed went. */
  readonly result: PinResult | null;
  /** Epoch milliseconds. */
  readonly now: number;
  /** What `stateUrl` answers while this page is right. */
  readonly revision: string;
  readonly stateUrl: string;
}

const RESULT_TEXT: Readonly<Record<PinResult, string>> = {
  unlocked: 'Unlocked.',
  wrong: 'That PIN is not right. Please try again.',
  wait: 'Too many tries. Please wait some minutes, then try again.',
  none: 'This lock cannot be opened with a PIN.',
};

const STYLE = `
  :root { color-scheme: dark; --ink: #eef4f8; --soft: #a9c0d0; --line: #ffffff24; --accent: #7fd1c0; --alert: #ffc9a8 }
  * { box-sizing: border-box }
  html, body { height: 100% }
  body { margin: 0; display: grid; place-items: center; padding: 4vmin; color: var(--ink);
    background: radial-gradient(120% 90% at 50% -10%, #2a5673 0%, #16384f 45%, #0d2434 100%) fixed;
    font: 400 clamp(17px, 1.1vw + 12px, 24px)/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
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
  .help { margin: 2.4em 0 0; padding-top: 1.2em; border-top: 1px solid var(--line); color: var(--soft); overflow-wrap: anywhere }
  .help strong { display: block; color: var(--ink); font-weight: 600 }
`;

/** Counts down, and asks every 3 s whether the lock is still the one shown; typed digits stay until it is not. */
const SCRIPT = `
  const { revision, stateUrl, until, now } = JSON.parse(document.body.dataset.page);
  const skew = now - Date.now();
  const place = document.querySelector('.until');
  const tell = () => {
    if (!place || until === null) return;
    const minutes = Math.max(0, Math.ceil((until - Date.now() - skew) / 60000));
    const hours = Math.floor(minutes / 60);
    const left = minutes < 60 ? minutes + ' min' : hours < 48 ? hours + ' h ' + (minutes % 60) + ' min' : Math.round(hours / 24) + ' days';
    const end = new Date(until - skew);
    const today = end.toDateString() === new Date().toDateString();
    const at = end.toLocaleString([], today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
    place.textContent = 'Locked until ' + at + ', for another ' + left;
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
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
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
  const { lock, now, revision, stateUrl } = view;
  const page = JSON.stringify({ revision, stateUrl, until: lock?.until ?? null, now });
  const title = lock?.title ?? 'This laptop is not locked';
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<body data-page="${escapeHtml(page)}">
<main>
${PADLOCK}
<h1>${escapeHtml(title)}</h1>
${lock === null ? '<p class="text">You can go on.</p>' : lockedPart(lock)}
${resultPart(view)}
${lock?.pin === true ? PIN_FORM : ''}
${helpPart(lock)}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
  return { html, contentSecurityPolicy: CONTENT_SECURITY_POLICY };
}

const PADLOCK = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect x="4.5" y="10.5" width="15" height="10" rx="2.6"/><path d="M8 10.5V7.6a4 4 0 0 1 8 0v2.9M12 14.4v2.2"/></svg>`;

const PIN_FORM = `<form method="post" action="/locked" autocomplete="off">
<label>PIN from your school<input name="pin" type="password" inputmode="numeric" pattern="[0-9]{4,8}" minlength="4" maxlength="8" required autofocus autocomplete="off"></label>
<button>Unlock</button>
</form>`;

function lockedPart(lock: LockMessage): string {
  const text = lock.text === null ? '' : `<p class="text">${escapeHtml(lock.text)}</p>`;
  // Without the script: the moment in the computer's own words.
  const until =
    lock.until === null
      ? ''
      : `<p class="until">Locked until ${escapeHtml(new Date(lock.until).toLocaleString('en'))}</p>`;
  return `${text}\n${until}`;
}

function resultPart({ lock, result }: LockPageView): string {
  if (result === null || (result === 'unlocked' && lock === null)) return '';
  return `<p class="result" role="alert">${RESULT_TEXT[result]}</p>`;
}

function helpPart(lock: LockMessage | null): string {
  return lock?.help ? `<p class="help">Need help?<strong>${escapeHtml(lock.help)}</strong></p>` : '';
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
