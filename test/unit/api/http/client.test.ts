import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { clientOf, userAgentOf } from '../../../../api/http/client.ts';

const requestWith = (headers: Record<string, string>) =>
  ({
    ip: '192.0.2.1',
    protocol: 'https',
    host: 'school.example',
    socket: { localPort: 8_443 },
    headers,
  }) as unknown as FastifyRequest;

t.test('of a program is known where it is, what it calls itself and its session', async (t) => {
  const { sessionCookie: _cookie, ...client } = clientOf(
    requestWith({ 'user-agent': 'SIS/1', cookie: 'a=b; __Host-schoolgate-8443=s' }),
  );
  t.strictSame(client, { address: '192.0.2.1', userAgent: 'SIS/1', sessionSecret: 's' });
  const { sessionCookie: _none, ...unnamed } = clientOf(requestWith({}));
  t.strictSame(unnamed, { address: '192.0.2.1', userAgent: null, sessionSecret: undefined });
});

t.test('a session is given to the browser for as long as it lasts, and taken back', async (t) => {
  const { sessionCookie } = clientOf(requestWith({}));
  t.match(sessionCookie('secret'), /^__Host-schoolgate-8443=secret; Path=\/; Max-Age=43200; HttpOnly;/);
  t.match(sessionCookie(null), /^__Host-schoolgate-8443=; Path=\/; Max-Age=0; HttpOnly;/);
});

t.test('of a long name the beginning is kept', async (t) => {
  t.equal(userAgentOf(requestWith({ 'user-agent': 'x'.repeat(201) })), 'x'.repeat(200));
});
