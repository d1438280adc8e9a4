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

/** The description of the API is large, and nobody needs a key for it. */
export const DOCUMENT_FLOOD: Attack = {
  what: 'a stranger fetches the API description without end',
  prepare: async (stand) => (signal) =>
    hammer(stand, signal, (turn) => ({ path: turn % 2 === 0 ? '/v1/openapi.yaml' : '/v1/openapi.json' })),
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
