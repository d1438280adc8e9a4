import { Pool } from 'undici';
import { newApiKeyText } from '../../../api/http/authentication/api-key-text.ts';
import { systemRandom } from '../../../kit/random.ts';
import type { Attack, Stand } from '../stand.ts';

const CONNECTIONS = 50;

/** Asks with so many connections, as fast as the server answers. @param next the path of each turn */
async function hammer(
  { school }: Stand,
  signal: AbortSignal,
  next: (turn: number) => { readonly path: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${school.httpPort}`, { connections: CONNECTIONS });
  let turn = 0;
  const ask = async (): Promise<void> => {
    while (!signal.aborted) {
      const { path, headers = {} } = next(turn++);
      const answer = await pool.request({ method: 'GET', path, headers, signal }).catch(() => null);
      if (answer === null) continue;
      if (answer.statusCode >= 500) throw new Error(`${path} answered ${answer.statusCode}`);
      await answer.body.dump().catch(() => undefined);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  } finally {
    await pool.destroy();
  }
}

/** What nobody needs a key for; the description of the API is large, and so are the pages. */
const OPEN_PATHS = [
  '/v1/openapi.yaml',
  '/v1/openapi.json',
  '/',
  '/docs/',
  '/docs/js/scalar.js',
  '/sign-in',
  '/healthz',
  '/agent/v1/ca',
  '/agent/v1/time',
  '/v1/session',
  '/v1/nothing',
  '/nothing',
];

/** Each of them again and again. */
export const OPEN_PAGES: Attack = {
  what: 'a stranger fetches all that needs no key without end',
  prepare: async (stand) => (signal) =>
    hammer(stand, signal, (turn) => ({ path: OPEN_PATHS[turn % OPEN_PATHS.length] ?? '/' })),
};

/** One wrong key, again and again. */
export const WRONG_KEYS: Attack = {
  what: 'a forgotten script asks with a wrong key without end',
  prepare: async (stand) => (signal) =>
    hammer(stand, signal, () => ({
      path: '/v1/devices',
      headers: { authorization: `Bearer sgk_live_${'0'.repeat(32)}0ivkVw` },
    })),
};

/** Keys that are well-formed, another one each time. */
export const KEY_GUESSES: Attack = {
  what: 'a stranger tries one key after another without end',
  prepare: async (stand) => (signal) =>
    hammer(stand, signal, () => ({
      path: '/v1/devices',
      headers: { authorization: `Bearer ${newApiKeyText(systemRandom, 'live')}` },
    })),
};
