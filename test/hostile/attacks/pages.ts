import assert from 'node:assert/strict';
import { Pool } from 'undici';
import { newApiKeyText } from '../../../api/http/authentication/api-key-text.ts';
import { systemRandom } from '../../../kit/random.ts';
import type { School } from '../../support/school.ts';
import type { Attack, Stand } from '../stand.ts';

const CONNECTIONS = 50;
const MINUTE_MS = 60_000;

interface Question {
  readonly path: string;
  /** Of each time that it is asked. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** What it is counted with. */
  readonly share: Share;
}

/** What one address may ask in a minute of things that are counted together. */
class Share {
  #answered = 0;
  #refused = 0;
  readonly #name: string;
  readonly #perMinute: number;

  constructor(name: string, perMinute: number) {
    this.#name = name;
    this.#perMinute = perMinute;
  }

  /** @throws where more is answered than may be. @param minutes that have begun */
  count(status: number, minutes: number): void {
    if (status === 429) this.#refused += 1;
    else this.#answered += 1;
    const most = this.#perMinute * (minutes + 1);
    assert.ok(this.#answered <= most, `${this.#name}: ${this.#answered} were answered, not ${most}`);
  }

  get isUsedUp(): boolean {
    return this.#refused > 0;
  }
}

/** Asks one question after the other with so many connections, as fast as the server answers, until the signal and until all their shares are used up. */
async function hammer({ school }: Stand, signal: AbortSignal, questions: readonly Question[]): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${school.httpPort}`, { connections: CONNECTIONS });
  const begunAt = performance.now();
  const broken = new AbortController();
  let turn = 0;
  /** What is still answered comes first: what is not costs little. */
  const next = (): Question | undefined => {
    const answered = questions.filter(({ share }) => !share.isUsedUp);
    if (broken.signal.aborted || (signal.aborted && answered.length === 0)) return undefined;
    const asked = answered.length > 0 ? answered : questions;
    return asked[turn++ % asked.length];
  };
  const ask = async ({ path, headers, share }: Question): Promise<void> => {
    const answer = await pool.request({ method: 'GET', path, headers: headers?.() ?? {} }).catch(() => null);
    if (answer === null) return;
    assert.ok(answer.statusCode < 500, `${path} answered ${answer.statusCode}`);
    share.count(answer.statusCode, Math.ceil((performance.now() - begunAt) / MINUTE_MS));
    await answer.body.dump().catch(() => undefined);
  };
  const askAgain = async (): Promise<void> => {
    for (let question = next(); question !== undefined; question = next()) await ask(question);
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => askAgain()));
  } finally {
    broken.abort();
    await pool.destroy();
  }
}

/** Of what nobody needs a key for, what is counted together, and how much of it is answered in a minute. The description of the API is large, and so are the pages. */
const OPEN_PATHS = [
  { perMinute: 60, paths: ['/v1/openapi.yaml', '/v1/openapi.json', '/docs/', '/docs/js/scalar.js'] },
  { perMinute: 60, paths: ['/nothing'] },
  { perMinute: 60, paths: ['/v1/nothing', '/v1/session'] },
  { perMinute: 1_200, paths: ['/', '/sign-in'] },
  { perMinute: 1_200, paths: ['/healthz'] },
  { perMinute: 600, paths: ['/agent/v1/ca', '/agent/v1/time'] },
] as const;

/** Each of them again and again, until none is answered any more: but to whoever is signed in behind the same address, or has a key. */
export const OPEN_PAGES: Attack = {
  what: 'a stranger fetches all that needs no key without end',
  async prepare(stand) {
    const { school } = stand;
    const questions = OPEN_PATHS.flatMap(({ paths, perMinute }) => {
      const share = new Share(paths[0], perMinute);
      return paths.map((path) => ({ path, share }));
    });
    const cookie = await signIn(school);
    const pageOf = async (headers: Record<string, string>): Promise<number> => {
      const page = await fetch(`http://127.0.0.1:${school.httpPort}/`, { headers });
      await page.arrayBuffer();
      return page.status;
    };
    return async (signal) => {
      await hammer(stand, signal, questions);
      assert.equal(await pageOf({}), 429, 'another stranger of the address gets no page');
      assert.equal(await pageOf({ cookie }), 200, 'whoever is signed in does');
      assert.equal((await school.request('GET', '/v1/devices?limit=1')).status, 200, 'a key is served');
    };
  },
};

/** @returns the cookie of the browser that opened a sign-in link */
async function signIn(school: School): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(await school.signInLink(), { method: 'POST', headers, redirect: 'manual' });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** One wrong key, again and again. */
export const WRONG_KEYS: Attack = {
  what: 'a forgotten script asks with a wrong key without end',
  async prepare(stand) {
    const headers = () => ({ authorization: `Bearer sgk_live_${'0'.repeat(32)}0ivkVw` });
    const question = { path: '/v1/devices', headers, share: new Share('the wrong key', 60) };
    return (signal) => hammer(stand, signal, [question]);
  },
};

/** Keys that are well-formed, another one each time, until none is even looked at: but for the good one behind the same address. */
export const KEY_GUESSES: Attack = {
  what: 'a stranger tries one key after another without end',
  async prepare(stand) {
    const headers = () => ({ authorization: `Bearer ${newApiKeyText(systemRandom, 'live')}` });
    const question = { path: '/v1/devices', headers, share: new Share('guesses', 600) };
    return async (signal) => {
      await hammer(stand, signal, [question]);
      const good = await stand.school.request('GET', '/v1/devices?limit=1');
      assert.equal(good.status, 200, 'a good key is served');
    };
  },
};
