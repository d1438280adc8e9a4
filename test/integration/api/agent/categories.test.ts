import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { addCategoryRoute } from '../../../../api/agent/category-route.ts';
import { createDownloadPlaces } from '../../../../api/agent/download-places.ts';
import { compileIndex } from '../../../../api/categories/compile-index.ts';
import { createCategoryDownloads } from '../../../../api/categories/downloads.ts';
import {
  categoryFolders,
  indexFile,
  makeCategoryFolders,
  writeIndexFile,
} from '../../../../api/categories/index-files.ts';
import { createListWriter } from '../../../../api/categories/list-file.ts';
import { openCategoryIndex } from '../../../../contracts/categories/category-index.ts';
import { applyIndexDelta, isIndexDelta } from '../../../../contracts/categories/index-delta.ts';
import { HTTP_AUDIENCE } from '../../../../contracts/mqtt/messages.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { makeDeviceToken } from '../../../../kit/device-token.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { writeShipped } from '../../../support/shipped-names.ts';
import { createTestDevice, type TestDevice } from '../../../support/test-device.ts';
import { createTestStore, temporaryFolder } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';
import { startRestServer } from '../rest-server.ts';

const tokenOf = ({ id, key }: TestDevice): Promise<string> =>
  makeDeviceToken({ deviceId: id, audience: HTTP_AUDIENCE, now: Date.now() }, key, systemRandom);

/** A server with indexes, each with some names more than the one before. */
async function school(t: Test, counts: readonly number[]) {
  const folders = categoryFolders(join(await temporaryFolder(t), 'categories'));
  const downloads: { current: ReturnType<typeof createCategoryDownloads> | null } = { current: null };
  const server = await startRestServer(t, {
    api: {
      categoryDownloads: { open: (...args) => downloads.current?.open(...args) ?? Promise.resolve(null) },
    },
  });
  downloads.current = createCategoryDownloads({ store: server.store, folders });
  const shippedFile = await writeShipped(await temporaryFolder(t));
  const hashes: string[] = [];
  await makeCategoryFolders(folders);
  for (const count of counts) {
    const writer = createListWriter(folders.lists);
    for (let number = 0; number < count; number++) writer.add(`name-${number}.example`, 'adult');
    const list = writer.finish({
      names: count,
      counts: {},
      refused: {},
      suffixes: [],
      claims: [],
      exceptions: [],
    });
    const compiled = compileIndex({
      shippedFile,
      folder: folders.lists,
      lists: [{ id: 'list', hash: list, vouched: [] }],
      corrections: [],
      before: hashes.map((hash) => ({ hash, file: indexFile(folders, hash) })).reverse(),
    });
    await writeIndexFile(folders, compiled);
    const { hash, names, bytes } = compiled;
    await server.store.categoryIndexes.add({
      organisationId: 1,
      hash,
      bytes: bytes.byteLength,
      names,
      counts: {},
      createdAt: 1,
    });
    hashes.push(hash);
  }
  const laptop = await createTestDevice({ store: server.store });
  const token = await tokenOf(laptop);
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}/agent/v1/categories/${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  return { ...server, hashes, get };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

t.test('a device fetches the index by the hash of its target state, packed, for ever the same', async (t) => {
  const { get, hashes } = await school(t, [3_000]);
  const [hash = ''] = hashes;
  const answer = await get(hash);
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-encoding'), 'gzip');
  t.match(answer.headers.get('cache-control') ?? '', /immutable/);
  t.equal(answer.headers.get('etag'), `"${hash}"`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  t.equal(sha256(bytes), hash);
  t.same(openCategoryIndex(bytes).categoriesOf('www.name-7.example'), ['adult']);
  t.equal((await get(hash, { 'if-none-match': `"${hash}"` })).status, 304);
});

t.test(
  'with the hash of one of the last indexes it gets the difference, which makes exactly the new one',
  async (t) => {
    const { get, hashes } = await school(t, [3_000, 3_010, 3_020]);
    const [first = '', second = '', third = ''] = hashes;
    const whole = async (hash: string): Promise<Uint8Array> =>
      new Uint8Array(await (await get(hash)).arrayBuffer());
    for (const from of [first, second]) {
      const delta = new Uint8Array(await (await get(`${third}?from=${from}`)).arrayBuffer());
      t.ok(isIndexDelta(delta));
      t.equal(sha256(applyIndexDelta(await whole(from), delta)), third);
    }
    for (const from of ['x'.repeat(43), '../../etc/passwd', third]) {
      const answer = await get(`${third}?from=${encodeURIComponent(from)}`);
      t.equal(sha256(new Uint8Array(await answer.arrayBuffer())), third, `from ${from}`);
    }
  },
);

t.test('an index of long ago, or anything else, is not there', async (t) => {
  const { get, hashes } = await school(t, [100, 200, 300, 400]);
  t.equal((await get(hashes[0] ?? '')).status, 404);
  t.equal((await get(hashes[3] ?? '')).status, 200);
  for (const path of ['x'.repeat(43), 'short', '..%2f..%2fschoolgate.db', `${hashes[3]}.gz`])
    t.equal((await get(path)).status, 404, path);
});

t.test('who goes while the device is looked for keeps no place', async (t) => {
  const app = Fastify({ forceCloseConnections: true });
  t.teardown(() => app.close());
  let comes = 0;
  addCategoryRoute(app, {
    authentication: {
      async prove({ raw }) {
        comes += 1;
        if (comes === 1) await new Promise((resolve) => raw.socket.once('close', resolve));
        return { id: 'dev_x', organisationId: 1 } as never;
      },
    },
    random: systemRandom,
    places: createDownloadPlaces(systemClock, 1),
    downloads: { open: () => Promise.resolve(null) },
  });
  app.setErrorHandler((error: { status?: number }, _request, reply) =>
    reply.code(error.status ?? 500).send(''),
  );
  const listening: Promise<string> = app.listen({ host: '127.0.0.1', port: 0 });
  const path = `${await listening}/agent/v1/categories/${'a'.repeat(43)}`;
  const first = httpRequest(path).end();
  first.on('error', () => undefined);
  await until(() => comes === 1, { what: 'the first to be looked for' });
  first.destroy();
  t.equal((await fetch(path)).status, 404, 'there is a place, and no such index');
});

t.test('who is no device gets nothing', async (t) => {
  const { hashes, port } = await school(t, [100]);
  const answer = await fetch(`http://127.0.0.1:${port}/agent/v1/categories/${hashes[0]}`);
  t.equal(answer.status, 401);
});

t.test(
  'while as many as can be served are being served, others are told to come again, each at another time',
  async (t) => {
    const store = await createTestStore(t);
    const laptop = await createTestDevice({ store });
    const device = await store.devices.find(laptop.id);
    if (device === null) throw new Error('there is no such device');
    const app = Fastify({ forceCloseConnections: true });
    t.teardown(() => app.close());
    const open: { push(chunk: null): void }[] = [];
    addCategoryRoute(app, {
      authentication: { prove: () => Promise.resolve(device) },
      random: systemRandom,
      places: createDownloadPlaces(systemClock, 2),
      downloads: {
        open: () => {
          const stream = new Readable({ read: () => undefined });
          stream.push('x');
          open.push(stream);
          return Promise.resolve({ length: 1, stream: () => stream as never });
        },
      },
    });
    app.setErrorHandler(
      (error: { status?: number; extras?: { retryAfterSeconds?: number } }, _request, reply) =>
        reply.code(error.status ?? 500).send(error.extras ?? {}),
    );
    const listening: Promise<string> = app.listen({ host: '127.0.0.1', port: 0 });
    const url = await listening;
    const path = `${url}/agent/v1/categories/${'a'.repeat(43)}`;
    const start = () =>
      new Promise<ReturnType<typeof httpRequest>>((resolve) => {
        const made = httpRequest(path, () => resolve(made)).end();
        made.on('error', () => undefined);
      });
    const [first] = [await start(), await start()];
    const waits = new Set<number>();
    for (let turn = 0; turn < 10; turn++) {
      const refused = await fetch(path);
      t.equal(refused.status, 503);
      waits.add(((await refused.json()) as { retryAfterSeconds: number }).retryAfterSeconds);
    }
    t.ok(waits.size > 1 && [...waits].every((wait) => wait >= 5 && wait <= 60), [...waits].join());
    // One hangs up in the middle: its place is free.
    first.destroy();
    for (let turn = 0; turn < 100 && (await fetch(path, { method: 'HEAD' })).status === 503; turn++);
    for (const stream of open) stream.push(null);
    t.equal((await fetch(path)).status, 200);
  },
);
