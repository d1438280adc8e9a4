/** Names under which anybody can publish a site. The label before such a name is chosen by that person. */
const HOSTING: readonly string[] = [
  'github.io',
  'gitlab.io',
  'pages.dev',
  'workers.dev',
  'vercel.app',
  'netlify.app',
  'web.app',
  'firebaseapp.com',
  'herokuapp.com',
  'onrender.com',
  'glitch.me',
  'repl.co',
  'replit.app',
  'surge.sh',
  'weebly.com',
  'wixsite.com',
  'wordpress.com',
  'blogspot.com',
  'neocities.org',
  'itch.io',
  'fly.dev',
  'deno.dev',
  'codesandbox.io',
  'stackblitz.io',
];

/** Shorter words are part of too many others. */
const MIN_PART = 5;

/**
 * Finds words of games in host names: as whole labels or parts of a label between hyphens; under names of free hosting also at the beginning or end of such a part
 * (`unblockedgames66.github.io`). The top-level name says nothing.
 */
export interface GameWords {
  /** The word that a normalised host has; null = none. */
  find(host: string): string | null;
}

/** @param words in any case; those that are no part of a label (with a hyphen, a dot, a space) are compared with whole labels only */
export function createGameWords(words: readonly string[]): GameWords {
  const known = new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''));
  const long = [...known].filter((word) => word.length >= MIN_PART);
  const inPart = (part: string): string | null =>
    long.find((word) => part.startsWith(word) || part.endsWith(word)) ?? null;

  return {
    find(host) {
      const hosting = HOSTING.find((name) => host.endsWith(`.${name}`));
      const end = hosting === undefined ? host.lastIndexOf('.') : host.length - hosting.length - 1;
      const labels = host.slice(0, Math.max(0, end)).split('.');
      const parts = labels.flatMap((label) => label.split('-'));
      const whole = [...labels, ...parts].find((text) => known.has(text));
      if (whole !== undefined || hosting === undefined) return whole ?? null;
      return parts.map(inPart).find((word) => word !== null) ?? null;
    },
  };
}
