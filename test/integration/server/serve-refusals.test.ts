import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder } from '../../support/test-store.ts';
import { ANY_PORTS, fails, serving } from './serving.ts';

t.test('a folder left by a killed server is taken over', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const { server, facts } = await serving(t, { dataDir });
  await server.end('SIGKILL');
  const again = await serving(t, { dataDir });
  t.not(again.facts.pid, facts.pid);
  t.equal((await fetch(again.facts.http)).status, 200);
});

t.test('a taken port is one clear sentence, and leaves nothing running', async (t) => {
  const folder = await temporaryFolder(t);
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  t.teardown(() => blocker.close());
  const { port } = blocker.address() as { port: number };
  const dataDir = join(folder, 'data');
  await fails(
    t,
    ['--data-dir', dataDir, '--http-port', String(port), '--mqtt-port', '0'],
    new RegExp(
      `^schoolgate: Port ${port} on 127\\.0\\.0\\.1 is taken by another program: .* --http-port\\.$`,
      'm',
    ),
  );
  await fails(
    t,
    ['--data-dir', dataDir, '--mqtt-port', String(port), '--http-port', '0'],
    new RegExp(`^schoolgate: Port ${port} .* --mqtt-port\\.$`, 'm'),
  );
  const { facts } = await serving(t, { dataDir });
  t.equal((await fetch(facts.http)).status, 200);
});

t.test('an unusable folder, host or setting is one clear sentence', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await fails(
    t,
    ['--data-dir', file, ...ANY_PORTS],
    /^schoolgate: The data folder .* a file stands in its place/,
  );
  await fails(
    t,
    ['--data-dir', join(folder, 'a'), '--host', '192.0.2.1', ...ANY_PORTS],
    /^schoolgate: The host 192\.0\.2\.1 is no address of this machine/,
  );
  await fails(t, ['--data-dir', join(folder, 'b')], /^schoolgate: SCHOOLGATE_HTTP_PORT must be a port/, {
    SCHOOLGATE_HTTP_PORT: 'eighty',
  });
  await fails(
    t,
    ['--data-dir', join(folder, 'c'), '--config', '/no/such.toml'],
    /^schoolgate: The configuration file \/no\/such\.toml cannot be read/,
  );
});
