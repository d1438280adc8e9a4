import t from 'tap';
import { hasFields } from '../../support/has-fields.ts';
import { addressOf, collectionOf, type Operation, readOperations } from './operations.ts';
import { signedIn } from './people.ts';
import { startRestServer } from './rest-server.ts';

const { operations } = await readOperations();
const withBody = operations.filter(({ example, open }) => example !== null && !open);

/** A person may call what no key opens, and all that keys may. */
const start = async (t: Parameters<typeof startRestServer>[0]) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const send = (operation: Operation, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    owner.call(operation.method, addressOf(operation), body, headers);
  return { server, send };
};

t.test('there are bodies to sweep', async (t) => {
  t.ok(withBody.length > 20);
});

t.test('a field that a body does not know is 400 and pointed at, on every operation', async (t) => {
  const { send } = await start(t);
  for (const operation of withBody) {
    const answer = await send(operation, { ...operation.example, nonsense: 1 });
    hasFields(t, answer, { status: 400, body: { code: 'validation_failed' } }, operation.operationId);
    const pointers = (answer.body.errors ?? []).map(({ pointer }: { pointer?: string }) => pointer);
    t.ok(pointers.includes('#/nonsense'), `${operation.operationId}: ${JSON.stringify(answer.body.errors)}`);
  }
});

t.test('what the server decides cannot be written', async (t) => {
  const { send } = await start(t);
  for (const operation of withBody) {
    for (const field of ['id', 'createdAt', 'updatedAt', 'organisationId', 'version']) {
      // Some ids are chosen by people.
      if (operation.example !== null && field in operation.example) continue;
      const answer = await send(operation, { ...operation.example, [field]: 'x' });
      hasFields(
        t,
        answer,
        { status: 400, body: { code: 'validation_failed' } },
        `${operation.operationId} ${field}`,
      );
    }
  }
});

t.test('a body that is no object of JSON is 400 or 415, on every operation', async (t) => {
  const { send } = await start(t);
  for (const operation of withBody) {
    const { operationId, method } = operation;
    hasFields(
      t,
      await send(operation, '{"name":'),
      { status: 400, body: { code: 'invalid_json' } },
      operationId,
    );
    for (const body of ['[]', '"text"', '7'])
      hasFields(t, await send(operation, body), { status: 400 }, `${operationId} with ${body}`);
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])
      hasFields(
        t,
        await send(operation, '{}', { 'content-type': type }),
        { status: 415, body: { code: 'unsupported_media_type' } },
        `${operationId} as ${type}`,
      );
    if (method === 'PATCH')
      t.notMatch(await send(operation, '{}', { 'content-type': 'application/merge-patch+json' }), {
        status: 415,
      });
  }
});

t.test('a missing body is said to be missing, where one is needed', async (t) => {
  const { send } = await start(t);
  for (const operation of withBody.filter(({ bodyRequired }) => bodyRequired))
    hasFields(
      t,
      await send(operation, undefined),
      { status: 400, body: { code: 'empty_body' } },
      operation.operationId,
    );
});

t.test('a body of more than 1 MB is 413, and one that nests too deep 400, on every operation', async (t) => {
  const { send } = await start(t);
  const large = JSON.stringify({ name: 'x'.repeat(1_048_576) });
  const deep = `{"name":${'['.repeat(40)}${']'.repeat(40)}}`;
  for (const operation of withBody) {
    hasFields(
      t,
      await send(operation, large),
      { status: 413, body: { code: 'body_too_large' } },
      operation.operationId,
    );
    hasFields(
      t,
      await send(operation, deep),
      { status: 400, body: { code: 'invalid_json' } },
      operation.operationId,
    );
  }
});

t.test('arrays and texts that are too long are 4xx, never 5xx, on every operation', async (t) => {
  const { send } = await start(t);
  for (const operation of withBody) {
    for (const [field, value] of Object.entries(operation.example ?? {})) {
      const longer = tooMuch(value);
      if (longer === null) continue;
      const answer = await send(operation, { ...operation.example, [field]: longer });
      t.ok(
        answer.status >= 400 && answer.status < 500,
        `${operation.operationId} ${field}: ${answer.status}`,
      );
    }
  }
});

/** The same kind of value beyond all bounds; null for kinds that have none. */
function tooMuch(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from({ length: 30_000 }, () => value[0] ?? 'x');
  if (typeof value === 'string') return 'x'.repeat(200_000);
  return typeof value === 'number' ? 1e300 : null;
}

t.test('collections are named after what is in them', async (t) => {
  for (const operation of operations.filter(({ path }) => path.includes('/{id}')))
    t.match(collectionOf(operation), /^\/v1\/[a-z/-]+$/);
});
