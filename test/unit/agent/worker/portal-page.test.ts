import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { hostsIn, portalHosts, redirectOf } from '../../../../agent/worker/portal-page.ts';
import { systemClock } from '../../../../kit/clock.ts';

const BASE = 'http://portal.example/in';

t.test('the hosts that a page loads from and sends to are found, others are not', (t) => {
  const page = `<base><link rel=stylesheet href=//cdn.example/a.css>
    <SCRIPT async src='https://JS.example/x.js?a=1&amp;b=2'></SCRIPT>
    <form method=post action="http://login.example:8080/go"><img src="/own.png"><img src="data:,x">
    <meta http-equiv=refresh content="0;url=https://next.example/">
    <a href="https://linked.example/">more</a> <img src="http://192.168.4.1/logo.png">
    <img src="http://45.33.7.1/counter.gif"><img src="http://cdn.example/b.png"><img src="http://">`;
  t.same(hostsIn(page, BASE), ['cdn.example', 'js.example', 'login.example', 'next.example', '192.168.4.1']);
  t.end();
});

t.test('a page that names a thousand hosts gets eight', (t) => {
  const page = Array.from({ length: 1_000 }, (_, at) => `<script src="//h${at}.example/x.js">`).join('');
  t.equal(hostsIn(page, BASE).length, 8);
  t.same(hostsIn('<'.repeat(262_144), BASE), []);
  t.same(hostsIn('<script '.repeat(32_768), BASE), []);
  t.same(hostsIn(`<script ${'src '.repeat(65_536)}`, BASE), []);
  t.end();
});

t.test('only addresses that a browser would go to count', (t) => {
  t.equal(redirectOf('/in', 'http://portal.example/generate_204'), 'http://portal.example/in');
  for (const bad of ['javascript:1', 'file:///etc/passwd', `http://x/${'y'.repeat(3_000)}`, undefined, ['a']])
    t.equal(redirectOf(bad, BASE), null);
  t.end();
});

t.test('redirects are followed to the page; this computer’s own services are not asked', async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
    if (request.url === '/in')
      return void response.writeHead(302, { location: `http://127.0.0.2:${port}/page` }).end();
    response.end('<script src="//cdn.example/x.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  t.teardown(() => server.close());
  const { signal } = new AbortController();
  const isOwn = (): boolean => false;
  t.same(await portalHosts(`http://127.0.0.1:${port}/in`, { signal, clock: systemClock, isOwn }), [
    'cdn.example',
  ]);
  t.same(asked, ['/in', '/page']);
  t.same(await portalHosts(`http://127.0.0.1:${port}/loop`, { signal, clock: systemClock, isOwn }), []);
  asked.length = 0;
  for (const own of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]'])
    t.same(await portalHosts(`http://${own}:${port}/in`, { signal, clock: systemClock }), []);
  t.same(asked, []);
});
