import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import t from 'tap';
import { runNode, SERVER_MAIN } from '../../support/child-process.ts';
import { hasFields, hasText } from '../../support/has-fields.ts';
import { temporaryFolder } from '../../support/test-store.ts';
import { ANY_PORTS, fails, NONE, serving } from './serving.ts';

// One server for all: nothing here changes what another test sees of it.
const dataDir = join(await temporaryFolder(t), 'data');
const { facts } = await serving(t, { dataDir });

t.test('devices find MQTT over TLS under the authority of the folder', async (t) => {
  const ca = readFileSync(join(dataDir, 'certificates', 'ca.crt'), 'utf8');
  const socket = connectTls({ host: '127.0.0.1', port: facts.mqtt, ca });
  t.teardown(() => socket.destroy());
  await once(socket, 'secureConnect');
  t.equal(socket.authorized, true);
});

t.test('a key made beside the running server works at once', async (t) => {
  const made = await runNode(
    [SERVER_MAIN, 'keys', 'create', '--json', '--name', 'x', '--scopes', 'all', '--data-dir', dataDir],
    NONE,
  );
  const { key } = JSON.parse(made.stdout);
  const answer = await fetch(`${facts.http}/v1/devices`, { headers: { authorization: `Bearer ${key}` } });
  t.equal(answer.status, 200);
  hasFields(t, await answer.json(), { data: [], total: 0 });
});

t.test('doctor is content beside the running server', async (t) => {
  const { code, stdout } = await runNode([SERVER_MAIN, 'doctor', '--data-dir', dataDir], NONE);
  t.equal(code, 0, stdout);
  hasText(t, stdout, `ok    Server         running, process ${facts.pid}, ${facts.http}`);
  t.match(stdout, /^All is well\.$/m);
});

t.test('a second server on the same folder is refused, and harms the first in nothing', async (t) => {
  await fails(
    t,
    ['--data-dir', dataDir, ...ANY_PORTS],
    /^schoolgate: A Schoolgate server \(process \d+, http:\/\/127\.0\.0\.1:\d+\) is already running on the data folder /,
  );
  t.equal((await fetch(facts.http)).status, 200);
});
