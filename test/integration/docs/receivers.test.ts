import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { newWebhookSecret, signWebhook } from '../../../api/webhooks/sending/signature.ts';
import { systemRandom } from '../../../kit/random.ts';
import { startProgram, type TestProcess } from '../../support/child-process.ts';
import { hasText } from '../../support/has-fields.ts';
import { temporaryFolder } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);
const EXAMPLES = new URL('../../../docs/examples/receivers', import.meta.url).pathname;

const CURRENT = newWebhookSecret(systemRandom);
const FORMER = newWebhookSecret(systemRandom);
const FOREIGN = newWebhookSecret(systemRandom);

interface Language {
  readonly name: string;
  /** Null when the language is not installed here. @returns the program and its arguments */
  prepare(t: Test): Promise<readonly [string, ...string[]] | null>;
}

const LANGUAGES: readonly Language[] = [
  { name: 'node', prepare: async () => [process.execPath, join(EXAMPLES, 'node/receiver.mjs')] },
  {
    name: 'python',
    prepare: async () =>
      (await works('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']))
        ? ['python3', join(EXAMPLES, 'python/receiver.py')]
        : null,
  },
  {
    name: 'go',
    async prepare(t) {
      if (!(await works('go', ['version']))) return null;
      const program = join(await temporaryFolder(t), 'receiver');
      // Not `go run`, which leaves its child behind when it is stopped.
      // Not optimised and without C: where nothing was built before, that is a third of the work.
      await run('go', ['build', '-gcflags=all=-N -l', '-o', program, join(EXAMPLES, 'go/main.go')], {
        env: { ...process.env, GOFLAGS: '-mod=mod', GO111MODULE: 'off', CGO_ENABLED: '0' },
      });
      return [program];
    },
  },
];

for (const { name, prepare } of LANGUAGES) {
  t.test(`the ${name} receiver`, async (t) => {
    const command = await prepare(t);
    if (command === null) {
      t.comment(`${name} is not installed: its receiver was not run`);
      return;
    }
    const [program, ...args] = command;

    await t.test('takes what Schoolgate signs, once, and nothing else', async (t) => {
      const receiver = startProgram(program, args, { WEBHOOK_SECRETS: `${CURRENT},${FORMER}`, PORT: '0' });
      t.teardown(() => receiver.end('SIGKILL'));
      const url = (await receiver.line(/^listening on /)).slice('listening on '.length);
      await takesTheGenuine(t, receiver, url);
      await refusesTheForged(t, url);
      const { status } = await fetch(url);
      t.ok(status === 405 || status === 501, 'only POST is taken');
      await post(url, { number: 9 });
      // It answers before it handles an event: which of two is handled first is its own affair.
      await until(() => [1, 2, 3, 9].every((number) => receiver.lines.includes(lineOf(number))), {
        what: 'the genuine events to be handled',
      });
      t.same(
        receiver.lines.slice(1).toSorted(),
        [1, 2, 3, 9].map(lineOf).toSorted(),
        'each genuine event was handled once',
      );
    });

    await t.test('does not start without a secret', async (t) => {
      const receiver = startProgram(program, args, { WEBHOOK_SECRETS: '', PORT: '0' });
      t.not((await receiver.ended).code, 0);
      hasText(t, receiver.stderr(), 'WEBHOOK_SECRETS');
    });
  });
}

t.test('the few lines in docs/webhooks.md verify the example beside them, and nothing else', async (t) => {
  const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const [, secret = '', body = ''] = /```\n(whsec_\S+)\n(\{.*?\})\n```/.exec(page) ?? [];
  const headers = Object.fromEntries(
    [...page.matchAll(/^(webhook-\w+): (.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  t.same(Object.keys(headers), ['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const at = Number(headers['webhook-timestamp']) * 1_000;
  t.equal(verify(body, headers, [FOREIGN, secret], at).sequence, 1234);
  t.throws(() => verify(body, headers, [FOREIGN], at), /signature/);
  t.throws(() => verify(`${body} `, headers, [secret], at), /signature/);
  t.throws(() => verify(body, headers, [secret], at + 301_000), /timestamp/);
  t.throws(() => verify(body, { ...headers, 'webhook-timestamp': undefined }, [secret], at), /timestamp/);
});

async function takesTheGenuine(t: Test, receiver: TestProcess, url: string): Promise<void> {
  t.equal(await post(url, { number: 1, secrets: [CURRENT] }), 204);
  t.equal(await post(url, { number: 1, secrets: [CURRENT] }), 204, 'a repeat is taken, so that it ends');
  t.equal(await post(url, { number: 2, secrets: [FORMER] }), 204, 'the secret before a rotation');
  t.equal(
    await post(url, { number: 3, secrets: [FOREIGN, CURRENT], ageSeconds: 290 }),
    204,
    'one of several fits',
  );
  await until(() => receiver.lines.includes(lineOf(3)), { what: 'the third event' });
}

async function refusesTheForged(t: Test, url: string): Promise<void> {
  const forged: readonly (readonly [string, Parameters<typeof post>[1]])[] = [
    ['a wrong secret', { number: 4, secrets: [FOREIGN] }],
    ['too old', { number: 4, ageSeconds: 310 }],
    ['from the future', { number: 4, ageSeconds: -310 }],
    ['another body', { number: 4, tamper: (body) => body.replace('"silence"', '"stopped"') }],
    ['the same JSON in other bytes', { number: 4, tamper: (body) => `${body} ` }],
    ['no signature', { number: 4, headers: { 'webhook-signature': '' } }],
    ['no timestamp', { number: 4, headers: { 'webhook-timestamp': '' } }],
    ['a timestamp that is no number', { number: 4, headers: { 'webhook-timestamp': 'Infinity' } }],
    ['another id', { number: 4, headers: { 'webhook-id': 'evt_other' } }],
    ['another version of signature', { number: 4, headers: { 'webhook-signature': 'v9,AAAA v1a,AAAA v1' } }],
    ['a signature that is no base64', { number: 4, headers: { 'webhook-signature': 'v1,*** v1,' } }],
  ];
  for (const [what, request] of forged) t.equal(await post(url, request), 401, what);
}

function lineOf(number: number): string {
  return `${number} device.offline dev_${number}`;
}

/** Posts an event as a delivery does. @returns the status */
async function post(
  url: string,
  request: {
    readonly number: number;
    readonly secrets?: readonly string[];
    readonly ageSeconds?: number;
    readonly tamper?: (body: string) => string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<number> {
  const { number, secrets = [CURRENT], ageSeconds = 0, tamper = (body) => body, headers } = request;
  const id = `evt_${number}`;
  const body = JSON.stringify({
    id,
    event: 'device.offline',
    type: 'device.offline',
    timestamp: '2026-11-20T10:00:00.000Z',
    device_id: `dev_${number}`,
    sequence: number,
    data: { device: { name: 'Ñandú “5”' }, reason: 'silence' },
  });
  const timestampSeconds = Math.floor(Date.now() / 1_000) - ageSeconds;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signWebhook({ id, timestampSeconds, body, secrets }),
      ...headers,
    },
    body: tamper(body),
  });
  await response.body?.cancel();
  return response.status;
}

async function works(program: string, args: readonly string[]): Promise<boolean> {
  try {
    await run(program, [...args]);
    return true;
  } catch {
    // Not there, or too old: said by the test.
    return false;
  }
}
