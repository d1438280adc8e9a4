import t from 'tap';
import { ERROR_CODES, ERRORS, errorType } from '../../../../contracts/errors.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { startRestServer } from '../rest-server.ts';

t.test('the type of a problem leads to a page that says what to do next, for everybody', async (t) => {
  const { call, port } = await startRestServer(t);
  const refused = await call('GET', '/v1/devices', { key: 'nonsense' });
  t.equal(refused.body.type, '/errors/invalid-api-key');
  const address = new URL(refused.body.type, `http://127.0.0.1:${port}/v1/devices`);
  const page = await fetch(address);
  const text = await page.text();
  t.equal(page.status, 200);
  t.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  t.match(
    page.headers.get('content-security-policy'),
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/,
  );
  for (const part of ['invalid_api_key', '401', ERRORS.invalid_api_key.title, 'What to do next'])
    t.ok(text.includes(part), part);
});

t.test('every code has a page, the list leads to each, and there is no other', async (t) => {
  const { port } = await startRestServer(t);
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const list = await (await at('/errors')).text();
  for (const code of ERROR_CODES) t.ok(list.includes(`href="${errorType(code)}"`), code);
  for (const code of ERROR_CODES.slice(0, 5)) t.equal((await at(errorType(code))).status, 200, code);
  for (const path of ['/errors/no-such-code', '/errors/invalid_json', '/errors/', '/errors/%3Cb%3E']) {
    const answer = await at(path);
    hasFields(
      t,
      { status: answer.status, body: await answer.json() },
      { status: 404, body: { code: 'not_found' } },
      path,
    );
  }
});
