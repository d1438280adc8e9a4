import { request } from 'node:http';
import t, { type Test } from 'tap';
import { createLockPage, type LockPage } from '../../../../agent/os/lock-page.ts';
import type { PinResult } from '../../../../agent/os/lock-page-html.ts';
import type { LockMessage } from '../../../../agent/ports/lock-window.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasText } from '../../../support/has-fields.ts';

const LOCK: LockMessage = {
  organisation: 'Springfield High',
  text: 'Please bring it to\nroom 12 <b>now</b>.',
  help: 'School office: 555 0100',
  until: Date.UTC(2026, 10, 20, 11),
  pin: true,
};

interface Lab {
  readonly page: LockPage;
  lock: LockMessage | null;
  result: PinResult;
  readonly tried: readonly string[];
}

async function lab(t: Test, lock: LockMessage | null = LOCK): Promise<Lab> {
  const tried: string[] = [];
  const made: Lab = {
    page: createLockPage({
      getLock: () => made.lock,
      tryPin: (pin) => {
        tried.push(pin);
        if (made.result === 'unlocked') made.lock = null;
        return Promise.resolve(made.result);
      },
      clock: createFakeClock(),
      port: 0,
    }),
    lock,
    result: 'wrong',
    tried,
  };
  await made.page.start();
  t.teardown(() => made.page.stop());
  return made;
}

function post(url: string, pin: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ pin }), headers });
}

/** As fetch, but with a Host header of our own. */
function getAs(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

t.test('the page tells the message as text, the end, whom to call, and takes a PIN', async (t) => {
  const { page } = await lab(t);
  t.match(page.url(), /^http:\/\/127\.0\.0\.1:\d+\/locked$/);
  const html = await (await fetch(page.url())).text();
  hasText(t, html, '<h1>Locked by Springfield High</h1>');
  hasText(t, html, 'room 12 &lt;b&gt;now&lt;/b&gt;.');
  hasText(t, html, 'School office: 555 0100');
  hasText(t, html, 'Locked until');
  hasText(t, html, 'name="pin"');
});

t.test('the page loads nothing from elsewhere and may not be framed', async (t) => {
  const { page } = await lab(t);
  const response = await fetch(page.url());
  const policy = response.headers.get('content-security-policy') ?? '';
  hasText(t, policy, "default-src 'none'");
  hasText(t, policy, "frame-ancestors 'none'");
  t.notMatch(policy, 'unsafe');
  t.equal(response.headers.get('cache-control'), 'no-store');
  t.notMatch(await response.text(), /(src|href)=/);
});

t.test('what a lock does not have is not shown', async (t) => {
  const { page } = await lab(t, { organisation: null, text: null, help: null, until: null, pin: false });
  const html = await (await fetch(page.url())).text();
  t.notMatch(html, 'name="pin"');
  t.notMatch(html, 'Need help?');
  t.notMatch(html, 'class="until"');
  hasText(t, html, '<h1>This computer is locked</h1>');
});

t.test('the page speaks the language of whoever looks', async (t) => {
  const made = await lab(t);
  const headers = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' };
  const spanish = await fetch(made.page.url(), { headers });
  t.equal(spanish.headers.get('content-language'), 'es');
  const html = await spanish.text();
  hasText(t, html, '<html lang="es">');
  hasText(t, html, '<h1>Pantalla bloqueada por Springfield High</h1>');
  hasText(t, html, 'room 12 &lt;b&gt;now&lt;/b&gt;.');
  hasText(t, html, 'PIN de su centro');
  hasText(t, html, '¿Necesita ayuda?');
  t.notMatch(html, /Locked until|Need help|Unlock/);
  hasText(t, await (await post(made.page.url(), '4711', headers)).text(), 'Ese PIN no es correcto');
});

t.test('a PIN is tried, and its result told', async (t) => {
  const made = await lab(t);
  hasText(t, await (await post(made.page.url(), '4711')).text(), 'That PIN is not right');
  made.result = 'wait';
  hasText(t, await (await post(made.page.url(), '4712')).text(), 'Too many tries');
  made.result = 'none';
  hasText(t, await (await post(made.page.url(), '4713')).text(), 'cannot be opened with a PIN');
  made.result = 'unlocked';
  hasText(t, await (await post(made.page.url(), '4714')).text(), 'This laptop is not locked');
  t.strictSame(made.tried, ['4711', '4712', '4713', '4714']);
});

t.test('what cannot be a PIN is not tried', async (t) => {
  const made = await lab(t);
  for (const pin of ['', '123', '123456789', '12a4', '４７１１', '1'.repeat(100_000)])
    hasText(t, await (await post(made.page.url(), pin)).text(), 'That PIN is not right');
  t.strictSame(made.tried, []);
});

t.test('pages of others can neither read it nor type into it', async (t) => {
  const made = await lab(t);
  t.equal(await getAs(made.page.url(), 'rebound.example'), 403);
  t.equal(await getAs(made.page.url(), 'localhost'), 403);
  t.equal((await post(made.page.url(), '4711', { origin: 'https://evil.example' })).status, 403);
  t.equal((await post(made.page.url(), '4711', { origin: 'null' })).status, 403);
  t.equal((await post(made.page.url(), '4711', { origin: new URL(made.page.url()).origin })).status, 200);
  t.strictSame(made.tried, ['4711']);
});

t.test('the page can see that the lock has changed', async (t) => {
  const made = await lab(t);
  const look = async (): Promise<unknown> => (await fetch(`${made.page.url()}/state`)).json();
  const before = await look();
  t.strictSame(await look(), before);
  made.lock = { ...LOCK, text: 'Other' };
  t.notSame(await look(), before);
  made.lock = null;
  t.notSame(await look(), before);
});

t.test('other paths and methods are refused', async (t) => {
  const { page } = await lab(t);
  t.equal((await fetch(new URL('/', page.url()))).status, 404);
  t.equal((await fetch(page.url(), { method: 'PUT' })).status, 405);
});

t.test('a PIN that cannot be tried is an error of one request only', async (t) => {
  const page = createLockPage({
    getLock: () => LOCK,
    tryPin: () => Promise.reject(new Error('disk full')),
    clock: createFakeClock(),
    port: 0,
  });
  await page.start();
  t.teardown(() => page.stop());
  t.equal((await post(page.url(), '4711')).status, 500);
  t.equal((await fetch(page.url())).status, 200);
});

t.test('starting and stopping may be repeated, and a taken port is told', async (t) => {
  const { page } = await lab(t);
  await page.start();
  const second = createLockPage({
    getLock: () => null,
    tryPin: () => Promise.resolve('none'),
    clock: createFakeClock(),
    port: Number(new URL(page.url()).port),
  });
  await t.rejects(second.start(), { code: 'EADDRINUSE' });
  await second.stop();
  await page.stop();
  await page.stop();
  t.throws(() => page.url());
});
