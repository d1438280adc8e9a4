import t from 'tap';
import {
  openSource,
  PUBLIC_NETWORKS,
  SOURCE_LIMITS,
  type SourceNetworks,
} from '../../../../api/categories/source-bytes.ts';
import { startListServer } from './list-server.ts';

const HERE: SourceNetworks = { allowCidrs: [], allowHttpCidrs: ['127.0.0.1/32'] };

async function read(location: string, networks = HERE): Promise<string> {
  const opened = await openSource(
    { location, etag: null, lastModified: null },
    { limits: SOURCE_LIMITS, networks, progress: () => undefined },
  );
  if (opened.state === 'unchanged') return 'unchanged';
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

t.test('a list comes by plain http, and from the own network, only where the settings say so', async (t) => {
  const server = await startListServer(t);
  server.serve('a.example\n', '"1"');
  t.equal(await read(server.url), 'a.example\n');
  await t.rejects(read(server.url, PUBLIC_NETWORKS), { name: 'SourceFault', message: /cannot be reached/ });
  await t.rejects(read(server.url, { allowCidrs: ['127.0.0.0/8'], allowHttpCidrs: [] }), {
    name: 'SourceFault',
  });
  t.equal(server.requests.length, 1, 'the others asked nobody');
});

t.test('a redirect is followed to an address that may be asked, and to no other', async (t) => {
  const first = await startListServer(t);
  const second = await startListServer(t);
  second.serve('b.example\n', '"1"');
  const leadTo = (location: string) =>
    first.answer((_request, response) => void response.writeHead(302, { location }).end());
  leadTo(second.url);
  t.equal(await read(first.url), 'b.example\n');
  const { port } = new URL(second.url);
  for (const location of [
    `http://127.0.0.2:${port}/list`,
    `http://[::1]:${port}/list`,
    `http://localhost:${port}/list`.replace('localhost', '2130706434'),
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'http://',
  ]) {
    leadTo(location);
    await t.rejects(read(first.url), { name: 'SourceFault' }, location);
  }
  t.equal(second.requests.length, 1);
  leadTo(first.url);
  await t.rejects(read(first.url), { name: 'SourceFault', message: /without end/ });
});
