import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { answerOtherMethods } from '../../../../api/http/other-methods.ts';
import { faultOf } from '../../../../api/http/problem.ts';

const ROUTES = [
  { method: 'GET', path: '/v1/things' },
  { method: 'POST', path: '/v1/things' },
  { method: 'DELETE', path: '/v1/things/{id}' },
] as const;

/** A server with these routes, and who may call what was asked. */
function scene() {
  const app = Fastify();
  const accesses: unknown[] = [];
  app.addHook('onRequest', async (request) => void accesses.push(request.routeOptions.config.access));
  app.setErrorHandler((error, _request, reply) => {
    const { status, code, extras, detail } = faultOf(error);
    return reply.code(status).send({ code, allow: extras.allow, detail });
  });
  for (const { method, path } of ROUTES)
    app.route({ method, url: path.replace('{id}', ':id'), handler: async () => 'done' });
  answerOtherMethods(app, ROUTES);
  const ask = (method: string, url: string): Promise<LightMyRequestResponse> =>
    app.inject({ method: method as NonNullable<InjectOptions['method']>, url });
  return { ask, accesses };
}

t.test('an address answers the methods that it has, and HEAD where it has GET', async (t) => {
  const { ask } = scene();
  for (const [method, url] of [
    ['GET', '/v1/things'],
    ['HEAD', '/v1/things'],
    ['POST', '/v1/things'],
    ['DELETE', '/v1/things/a'],
  ] as const)
    t.equal((await ask(method, url)).statusCode, 200, `${method} ${url}`);
});

t.test('any other method is told which there are', async (t) => {
  const { ask, accesses } = scene();
  for (const method of [
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'PROPFIND',
    'LOCK',
    'UNLOCK',
    'COPY',
    'MOVE',
    'MKCOL',
    'SEARCH',
  ]) {
    const answer = await ask(method, '/v1/things');
    t.equal(answer.statusCode, 405, method);
    t.same(answer.json(), {
      code: 'method_not_allowed',
      allow: ['GET', 'HEAD', 'OPTIONS', 'POST'],
      detail: 'This address knows GET, HEAD, OPTIONS, POST.',
    });
  }
  t.same(new Set(accesses), new Set(['nothing']), 'who has no key does not learn it');
  t.same((await ask('GET', '/v1/things/a')).json().allow, ['DELETE', 'OPTIONS']);
  t.equal((await ask('HEAD', '/v1/things/a')).statusCode, 405);
});

t.test('OPTIONS is answered to everybody', async (t) => {
  const { ask, accesses } = scene();
  const answer = await ask('OPTIONS', '/v1/things');
  t.same([answer.statusCode, answer.headers.allow, answer.body], [204, 'GET, HEAD, OPTIONS, POST', '']);
  t.equal((await ask('OPTIONS', '/v1/things/a')).headers.allow, 'DELETE, OPTIONS');
  t.same(accesses, ['preflight', 'preflight']);
});

t.test('an unknown address of the API is not found, by callers alone', async (t) => {
  const { ask, accesses } = scene();
  for (const [method, url] of [
    ['GET', '/v1/nothing'],
    ['POST', '/v1/things/a/b'],
    ['OPTIONS', '/v1/nothing'],
    ['PROPFIND', '/v1/nothing'],
    ['HEAD', '/v1/'],
  ] as const)
    t.equal((await ask(method, url)).statusCode, 404, `${method} ${url}`);
  t.same(new Set(accesses), new Set(['nothing']));
  t.same((await ask('GET', '/v1/nothing')).json(), {
    code: 'not_found',
    detail: 'There is nothing at this address.',
  });
});
