import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { signedIn } from '../people.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** An answer as it goes over the wire. */
async function raw(
  server: RestServer,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<Raw> {
  return await new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
      answer.on('error', reject);
    });
    call.on('error', reject);
    call.end();
  });
}

async function school(t: Test) {
  const server = await startRestServer(t);
  for (let made = 0; made < 5; made++) await server.makeDevice();
  const bearer = { authorization: `Bearer ${server.key}` };
  return { server, bearer };
}

t.test('a long answer is compressed as the client takes it', async (t) => {
  const { server, bearer } = await school(t);
  const ask = (accepted: string, method?: string) =>
    raw(server, '/v1/devices', { ...bearer, 'accept-encoding': accepted }, method);
  const plain = await raw(server, '/v1/devices', bearer);
  t.equal(plain.headers['content-encoding'], undefined);
  t.equal(plain.headers.vary, 'accept-encoding');
  for (const [accepted, coding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['BR', 'br'],
  ] as const) {
    const answer = await ask(accepted);
    t.equal(answer.headers['content-encoding'], coding, accepted);
    t.equal(answer.headers['content-length'], String(answer.bytes.length));
    t.ok(answer.bytes.length < plain.bytes.length);
    const unpacked = coding === 'br' ? brotliDecompressSync(answer.bytes) : gunzipSync(answer.bytes);
    t.equal(unpacked.toString(), plain.bytes.toString());
  }
  for (const accepted of ['', 'identity', 'deflate', 'gzip;q=0, br;q=0', 'identity, gzip;q=0.5'])
    t.equal((await ask(accepted)).headers['content-encoding'], undefined, accepted);
  const [head, get] = [await ask('gzip', 'HEAD'), await ask('gzip')];
  t.equal(head.bytes.length, 0);
  t.equal(head.headers['content-encoding'], 'gzip');
  t.equal(head.headers['content-length'], get.headers['content-length']);
});

t.test('a short answer, and one with a secret, goes out as it is', async (t) => {
  const { server, bearer } = await school(t);
  const owner = await signedIn(server, 'owner');
  const accepting = { 'accept-encoding': 'gzip, br' };
  const short = await raw(server, '/v1/devices?limit=1&q=nothing', { ...bearer, ...accepting });
  t.equal(short.headers['content-encoding'], undefined);
  const session = await raw(server, '/v1/session', { ...owner.headers, ...accepting });
  t.ok(session.bytes.length > 1_024);
  t.equal(session.headers['content-encoding'], undefined);
  t.equal(session.headers.vary, undefined);
});

t.test('the document keeps its ETag, and a long one comes whole to a slow reader', async (t) => {
  const { server } = await school(t);
  const accepting = { 'accept-encoding': 'gzip' };
  const plain = await raw(server, '/v1/openapi.json', {});
  const packed = await raw(server, '/v1/openapi.json', accepting);
  t.equal(packed.headers.etag, plain.headers.etag);
  t.ok(packed.bytes.length * 4 < plain.bytes.length);
  t.equal(packed.headers['content-length'], String(packed.bytes.length));
  t.ok(gunzipSync(packed.bytes).equals(plain.bytes));
  const again = await raw(server, '/v1/openapi.json', {
    ...accepting,
    'if-none-match': `W/${packed.headers.etag}`,
  });
  t.equal(again.status, 304);
  t.equal(again.headers.vary, 'accept-encoding');
  t.equal(again.bytes.length, 0);
});

t.test('the tag of a compressed answer holds for the next change, also made weak by a proxy', async (t) => {
  const { server } = await school(t);
  const device = await server.makeDevice();
  const path = `/v1/devices/${device.id}`;
  const tag = (await server.call('GET', path)).headers.get('etag');
  const change = (given: string) =>
    server.call('PATCH', path, { body: { name: 'LIB-1' }, headers: { 'if-match': given } });
  t.equal((await change(`W/"${'9'.repeat(3)}"`)).status, 412);
  t.equal((await change(`w/${tag}`)).status, 412, 'the W is a capital letter');
  t.equal((await change(`"0", W/${tag}`)).status, 200);
});
