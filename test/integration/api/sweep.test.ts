import t from 'tap';
import { ROUTES } from '../../../api/routes.ts';
import { ALL_SCOPES } from '../../../contracts/scopes.ts';
import { hasFields, hasText } from '../../support/has-fields.ts';
import { CONTRACT } from './contract-table.ts';
import { addressOf, type Operation, readOperations } from './operations.ts';
import { signedIn } from './people.ts';
import { type RestServer, startRestServer, strangeId } from './rest-server.ts';

/** What the published document says, put to the running server: every operation, not the ones that somebody thought of. */
const { operations } = await readOperations();
/** roles.test.ts sweeps what is for people alone. */
const keyed = operations.filter(({ open, roles }) => !open && roles === null);

const sendTo = (
  server: RestServer,
  operation: Operation,
  options: { readonly key: string | null; readonly query?: string },
) =>
  server.call(operation.method, addressOf(operation) + (options.query ?? ''), {
    key: options.key,
    ...(operation.example === null ? {} : { body: {} }),
  });

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

t.test(
  'the document has every endpoint of the contract, with the scope or the roles that it needs',
  async (t) => {
    t.equal(CONTRACT.length, 107);
    t.equal(CONTRACT.filter(({ given }) => given).length, 16);
    for (const { call, needs } of CONTRACT) {
      const operation = operations.find((one) => nameOf(one) === call);
      t.ok(operation, call);
      if (operation === undefined) continue;
      t.equal((operation.roles ?? operation.scopes).join(' ') || '-', needs, call);
    }
  },
);

t.test('the document lists the endpoints that the server has, each under a name of its own', async (t) => {
  t.same(operations.map(nameOf).sort(), ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  t.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  for (const operation of operations) {
    const ids = [...operation.path.matchAll(/\{\w+\}/g)].length;
    t.equal(
      operation.prefixes.filter((prefix) => prefix !== '').length,
      ids,
      `${nameOf(operation)} tells its ids`,
    );
  }
});

t.test('every operation without a key is 401, whatever else is wrong with the call', async (t) => {
  // A new server now and then: without a key the bucket of an address holds 60.
  let server = await startRestServer(t);
  t.ok(keyed.length > 50);
  for (const [index, operation] of keyed.entries()) {
    if (index % 50 === 49) server = await startRestServer(t);
    const answer = await sendTo(server, operation, { key: null, query: '?nonsense=1' });
    hasFields(t, answer, { status: 401, body: { code: 'missing_api_key' } }, operation.operationId);
    t.equal(answer.headers.get('www-authenticate'), 'Bearer realm="api"', operation.operationId);
    hasFields(t, answer.headers.get('x-ratelimit-limit'), '60', operation.operationId);
  }
});

t.test('each scope opens exactly the operations that name it', async (t) => {
  const server = await startRestServer(t);
  t.same([...new Set(keyed.flatMap(({ scopes }) => scopes))].sort(), [...ALL_SCOPES].sort(), 'all are used');
  for (const scope of ALL_SCOPES) {
    const { key } = await server.makeKey({ scopes: [scope] });
    for (const operation of keyed) {
      const answer = await sendTo(server, operation, { key, query: '?nonsense=1' });
      const name = `${operation.operationId} with ${scope}`;
      if (operation.scopes.every((needed) => needed === scope)) {
        t.notMatch(answer, { status: 403 }, name);
        t.notMatch(answer, { status: 401 }, name);
        continue;
      }
      hasFields(
        t,
        answer,
        { status: 403, body: { code: 'insufficient_scope', requiredScopes: operation.scopes } },
        name,
      );
      hasText(
        t,
        answer.headers.get('www-authenticate'),
        `error="insufficient_scope", scope="${operation.scopes.join(' ')}"`,
      );
    }
  }
});

t.test('no key opens what is for people', async (t) => {
  const server = await startRestServer(t);
  const ofPeople = operations.filter(({ roles }) => roles !== null);
  t.ok(ofPeople.length >= 10);
  for (const operation of ofPeople)
    hasFields(
      t,
      await sendTo(server, operation, { key: server.key }),
      { status: 403, body: { code: 'insufficient_scope' } },
      operation.operationId,
    );
});

t.test('a query parameter that an operation does not know is 400, on every operation', async (t) => {
  const server = await startRestServer(t);
  for (const operation of keyed) {
    const answer = await sendTo(server, operation, { key: server.key, query: '?nonsense=1' });
    hasFields(t, answer, { status: 400 }, operation.operationId);
    t.ok(
      ['unknown_parameter', 'validation_failed', 'empty_body'].includes(answer.body.code),
      `${operation.operationId}: ${answer.body.code}`,
    );
  }
});

t.test('an id that is malformed, or of nothing, is 404 on every operation that takes one', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const malformed = [
    'x',
    'dev_',
    strangeId('DEV'),
    `${strangeId('dev')}0`,
    strangeId('req'),
    '..%2f..%2fetc',
    '%00',
    'x'.repeat(200),
  ];
  for (const operation of operations.filter(({ path }) => path.includes('{'))) {
    const { operationId, method, path, example } = operation;
    const nothing = await owner.call(method, addressOf(operation), example ?? undefined);
    hasFields(t, nothing, { status: 404, body: { code: 'not_found' } }, operationId);
    for (const id of malformed) {
      const answer = await owner.call(method, path.replaceAll(/\{\w+\}/g, id), example ?? undefined);
      hasFields(t, answer, { status: 404, body: { code: 'not_found' } }, `${operationId} with ${id}`);
    }
  }
});

t.test('every answer carries the rate limit, a request id and what keeps browsers safe', async (t) => {
  const server = await startRestServer(t);
  for (const operation of operations) {
    const { headers } = await sendTo(server, operation, { key: server.key });
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      t.match(headers.get(name), /^\d+$/, `${operation.operationId} ${name}`);
    }
    // A call may have a policy of its own beside.
    t.match(headers.get('ratelimit-policy'), /"\w+";q=\d+;w=60/, operation.operationId);
    t.match(headers.get('ratelimit'), /"\w+";r=\d+;t=\d+/, operation.operationId);
    t.match(headers.get('x-request-id'), /^req_/, operation.operationId);
    t.equal(headers.get('x-content-type-options'), 'nosniff', operation.operationId);
    t.match(headers.get('content-security-policy'), /default-src 'none'/, operation.operationId);
    t.ok(
      ['no-store', 'private, no-cache'].includes(headers.get('cache-control') ?? ''),
      operation.operationId,
    );
  }
});

t.test('other methods of a known address are 405 with Allow', async (t) => {
  const server = await startRestServer(t);
  for (const path of new Set(keyed.map((one) => one.path))) {
    const here = operations.filter((one) => one.path === path);
    const known = here.map(({ method }) => method);
    const [operation] = here;
    if (operation === undefined) continue;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !known.includes(one))) {
      const answer = await server.call(method, addressOf(operation));
      hasFields(t, answer, { status: 405, body: { code: 'method_not_allowed' } }, `${method} ${path}`);
      for (const one of known)
        t.ok(answer.headers.get('allow')?.split(', ').includes(one), `${path} allows ${one}`);
      hasFields(t, answer.headers.get('x-ratelimit-limit'), '5000');
    }
    const options = await server.call('OPTIONS', addressOf(operation), { key: null });
    t.equal(options.status, options.status === 429 ? 429 : 204, `OPTIONS ${path}`);
    hasFields(t, options.headers.get('x-ratelimit-limit'), '60');
  }
});

t.test('an answer in a form that nobody makes is 406, on every operation', async (t) => {
  const server = await startRestServer(t);
  for (const operation of keyed) {
    const answer = await server.call(operation.method, addressOf(operation), {
      headers: { accept: 'image/png' },
    });
    hasFields(t, answer, { status: 406, body: { code: 'not_acceptable' } }, operation.operationId);
  }
});
