import Fastify, { type FastifyRequest } from 'fastify';
import t from 'tap';
import {
  type Access,
  accessOf,
  isPublicApi,
  requireDeclaredAccess,
} from '../../../../../api/http/authentication/access.ts';

/** A server with one route that says this of itself. */
function serverWith(config: object) {
  const app = Fastify();
  requireDeclaredAccess(app);
  app.route({ method: ['GET', 'POST'], url: '/things', config, handler: async () => 'done' });
  return app;
}

const requestTo = (config: object, is404 = false) =>
  ({ is404, routeOptions: { config } }) as unknown as FastifyRequest;

t.test('a server with a route that does not say who may call it does not start', async (t) => {
  await t.rejects(async () => await serverWith({}).ready(), {
    message: /(GET,POST|HEAD|GET) \/things does not say who may call it/,
  });
  await t.rejects(async () => await serverWith({ access: 'caller' }).ready(), {
    message: /\/things is for callers, but declares no scope or role/,
  });
  for (const config of [{ access: 'page' }, { access: 'caller', definition: {} }, { access: 'nothing' }])
    await t.resolves(async () => await serverWith(config).ready());
});

t.test('access is what the route says; without a route, or without a word, nobody’s', async (t) => {
  t.equal(accessOf(requestTo({ access: 'page' })), 'page');
  t.equal(accessOf(requestTo({})), null);
  t.equal(accessOf(requestTo({ access: 'page' }, true)), 'unmatched');
});

t.test('the public API is what callers may ask, with its document', async (t) => {
  for (const [access, isPublic] of [
    ['caller', true],
    ['nothing', true],
    ['document', true],
    ['preflight', true],
    ['session', false],
    ['sign-in', false],
    ['page', false],
    ['agent', false],
    ['device', false],
    ['probe', false],
  ] as const satisfies readonly (readonly [Access, boolean])[])
    t.equal(isPublicApi(requestTo({ access })), isPublic, access);
  t.equal(
    isPublicApi(requestTo({ access: 'sign-in', definition: {} })),
    true,
    'a declared call is, also when it is open',
  );
  t.equal(isPublicApi(requestTo({}, true)), false);
});
