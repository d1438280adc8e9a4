import { join } from 'node:path';
import { connect } from 'node:tls';
import t from 'tap';
import { createWorkerStarter } from '../../../agent/os/worker-starter.ts';
import type { WorkerStarter } from '../../../agent/ports/worker-starter.ts';
import { generateSigningKey } from '../../../kit/signing.ts';
import { AGENT_MAIN } from '../../support/child-process.ts';
import { answerTo, startUpstream } from '../../support/dns-lab.ts';
import { bundleOf, ruleOf } from '../../support/filter-state.ts';
import { hasFields } from '../../support/has-fields.ts';
import { until } from '../../support/until.ts';
import { filterOn, redirectedProbes, targetWith } from './filtering.ts';
import { startLaptop, temporaryFolder } from './laptop.ts';
import { startSchoolServer } from './school-server.ts';

const skip = process.platform === 'linux' ? false : 'only Linux tells the program of a connection';
const key = generateSigningKey();
const SITE = 'library.example';

/** Shows the relay a name, as a program does. @returns the code of the error that ends it */
function handshake(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: SITE, rejectUnauthorized: false });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => resolve('closed'));
  });
}

t.jobs = 2;
for (const [where, starter] of [
  ['in the same process', () => null],
  ['in a process of its own', separateWorker],
] as const) {
  t.test(
    `a rule for a program reaches its connections, and is logged with it: ${where}`,
    // The log goes up once a minute: both wait for it at the same time.
    { skip, buffered: true },
    async (t) => {
      const server = await startSchoolServer(key.publicKey);
      // The site has no address: who is not refused hears at once that there is no way to it.
      const upstream = await startUpstream((_, query) => answerTo(query, []));
      const folder = await temporaryFolder(t);
      const laptop = await startLaptop(folder, server, key, {
        filter: filterOn(0, join(folder, 'shared')),
        workerStarter: starter(),
        probes: redirectedProbes(() => null),
      });
      t.teardown(async () => {
        await laptop.stop();
        await upstream.stop();
        await server.stop();
      });
      laptop.os.script.program = 'torrent';
      const rules = [ruleOf('rul_app', 'block', { apps: ['torrent'] })];
      const bundle = bundleOf([{ id: 'pol_apps', rules }], { upstreams: [upstream.address] });
      await until(() => server.heard.some(({ name }) => name === 'heartbeat'), {
        what: 'the first heartbeat',
      });
      await server.send('target', await server.sign(targetWith(1, bundle), 'target'));
      const relay = await until(() => laptop.os.filter.applied()?.ports.relay, {
        what: 'the relay',
        timeoutMs: 30_000,
      });
      await until(async () => (await handshake(relay)) === 'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', {
        what: 'the refusal of the program',
        timeoutMs: 90_000,
      });
      const entries = () =>
        server.heard.filter(({ name }) => name === 'activity').flatMap(({ body }) => body.records);
      const entry = await until(() => entries().find(({ domain }) => domain === SITE), {
        what: 'the log entry',
        timeoutMs: 90_000,
      });
      hasFields(t, entry, { action: 'block', app: 'torrent', ruleId: 'rul_app' });

      laptop.os.script.program = 'firefox';
      t.equal(await handshake(relay), 'ECONNRESET', 'another program is not refused');
    },
  );
}

function separateWorker(): WorkerStarter {
  const args = ['--log-level', 'silent'];
  return createWorkerStarter({
    node: process.execPath,
    script: AGENT_MAIN,
    args,
    account: null,
    env: process.env,
  });
}
