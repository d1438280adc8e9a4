import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { createKnownBrowsers } from '../../../../api/http/authentication/known-browsers.ts';
import { clientOf, userAgentOf } from '../../../../api/http/client.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { hasFields } from '../../../support/has-fields.ts';

const browsers = createKnownBrowsers(new Uint8Array(32), systemRandom);

const requestWith = (headers: Record<string, string>) =>
  ({
    ip: '192.0.2.1',
    protocol: 'https',
    host: 'school.example',
    socket: { localPort: 8_443 },
    headers,
  }) as unknown as FastifyRequest;

t.test('of a program is known where it is, what it calls itself and its session', async (t) => {
  const client = clientOf(
    requestWith({ 'user-agent': 'SIS/1', cookie: 'a=b; __Host-schoolgate-8443=s' }),
    browsers,
  );
  hasFields(t, client, { address: '192.0.2.1', userAgent: 'SIS/1', sessionSecret: 's', browser: null });
  const unnamed = clientOf(requestWith({}), browsers);
  hasFields(t, unnamed, { address: '192.0.2.1', userAgent: null, sessionSecret: undefined, browser: null });
});

t.test('a session is given to the browser for as long as it lasts, and taken back', async (t) => {
  const { sessionCookie } = clientOf(requestWith({}), browsers);
  t.match(sessionCookie('secret'), /^__Host-schoolgate-8443=secret; Path=\/; Max-Age=43200; HttpOnly;/);
  t.match(sessionCookie(null), /^__Host-schoolgate-8443=; Path=\/; Max-Age=0; HttpOnly;/);
});

t.test('of a long name the beginning is kept', async (t) => {
  t.equal(userAgentOf(requestWith({ 'user-agent': 'x'.repeat(201) })), 'x'.repeat(200));
});
