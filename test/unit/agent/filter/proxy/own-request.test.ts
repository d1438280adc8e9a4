import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import t from 'tap';
import { isOwnHost, isSameOrigin, readForm } from '../../../../../agent/filter/proxy/own-request.ts';

t.test('our pages are asked for by the names of this computer and our port, and by no other', async (t) => {
  for (const host of ['127.0.0.1:8080', 'localhost:8080', 'LOCALHOST:8080', '[::1]:8080'])
    t.equal(isOwnHost(host, 8080), true, host);
  for (const host of ['127.0.0.1', 'localhost:8081', 'rebound.example:8080', '', undefined])
    t.equal(isOwnHost(host, 8080), false, String(host));
});

const AUTHORITY = 'localhost:8080';
const NAVIGATION = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  isSameOrigin({ method: 'GET', path, headers }, AUTHORITY);

t.test('programs, the address bar and our own pages may ask for all', async (t) => {
  t.equal(get('/any'), true, 'a program says nothing of where it stands');
  t.equal(get('/any', { 'sec-fetch-site': 'none' }), true);
  t.equal(get('/any', { 'sec-fetch-site': 'same-origin' }), true);
  t.equal(get('/any', { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }), true);
  t.equal(get('/any', { origin: 'HTTP://LOCALHOST:8080' }), true);
});

t.test('a page of another origin may neither read nor send', async (t) => {
  for (const origin of ['http://play.example', 'https://localhost:8080', 'http://localhost:8081', 'null'])
    t.equal(get('/status', { origin }), false, origin);
  t.equal(get('/status', { origin: 'http://play.example', 'sec-fetch-site': 'same-origin' }), false);
  for (const site of ['cross-site', 'same-site']) t.equal(get('/status', { 'sec-fetch-site': site }), false);
});

t.test('a link from elsewhere may lead people to the pages that only show', async (t) => {
  for (const path of ['/', '/status', '/why']) t.equal(get(path, NAVIGATION), true, path);
  t.equal(get('/request', NAVIGATION), false, 'no page that does something');
  t.equal(get('/status', { ...NAVIGATION, 'sec-fetch-mode': 'no-cors' }), false, 'no picture or script');
  t.equal(get('/status', { ...NAVIGATION, 'sec-fetch-dest': 'iframe' }), false, 'no frame');
  const posted = isSameOrigin({ method: 'POST', path: '/status', headers: NAVIGATION }, AUTHORITY);
  t.equal(posted, false, 'no form');
});

function posted(type: string | undefined, ...chunks: readonly unknown[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  if (type !== undefined) request.headers['content-type'] = type;
  for (const chunk of chunks) request.push(chunk);
  request.push(null);
  return request;
}

const FORM = 'application/x-www-form-urlencoded';
const LIMIT = 16_384;

t.test('a form is read in whatever parts it comes', async (t) => {
  for (const type of [FORM, FORM.toUpperCase(), `${FORM}; charset=utf-8`]) {
    const form = await readForm(posted(type, Buffer.from('url=a%20'), Buffer.from('b&note=c')));
    t.strictSame(
      [...(form ?? [])],
      [
        ['url', 'a b'],
        ['note', 'c'],
      ],
      type,
    );
  }
  t.equal((await readForm(posted(FORM)))?.size, 0);
});

t.test('what is no form is not read', async (t) => {
  for (const type of [undefined, 'text/plain', `text/plain; ${FORM}`, `${FORM}x`, `x${FORM}`])
    t.equal(await readForm(posted(type, Buffer.from('a=b'))), null, String(type));
});

t.test('a form is read up to its limit, all parts together', async (t) => {
  const full = Buffer.alloc(LIMIT, 'a');
  t.equal((await readForm(posted(FORM, full)))?.size, 1);
  t.equal(await readForm(posted(FORM, full, Buffer.from('b'))), null);
  t.equal(await readForm(posted(FORM, full.subarray(1), Buffer.from('bc'))), null);
});

t.test('text in the place of bytes is no form', async (t) => {
  const request = posted(FORM, Buffer.from('a=b'));
  request.setEncoding('utf8');
  t.equal(await readForm(request), null);
});
