import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { runNode, startNode } from '../../support/child-process.ts';
import { temporaryFolder } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

const MAIN = 'server/main.ts';
const NONE = { SCHOOLGATE_DATA_DIR: '', SCHOOLGATE_CONFIG: '' };
const DEVICES = 6;
const LONG = { timeoutMs: 60_000, intervalMs: 100 };

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly battery: number | null;
  readonly agentVersion: string;
  readonly lock: { readonly state: string };
  readonly campus: string;
}

async function demonstration(t: Test, dataDir: string) {
  const server = startNode(
    [
      MAIN,
      'serve',
      '--demo',
      '--demo-devices',
      String(DEVICES),
      '--json',
      '--data-dir',
      dataDir,
      '--http-port',
      '0',
      '--mqtt-port',
      '0',
    ],
    NONE,
  );
  t.teardown(() => server.end('SIGKILL'));
  const { http } = JSON.parse(await server.line(/"http"/)) as { http: string };
  const made = await runNode(
    [MAIN, 'keys', 'create', '--json', '--name', 'test', '--scopes', 'all', '--data-dir', dataDir],
    NONE,
  );
  const { key } = JSON.parse(made.stdout) as { key: string };
  const ask = async (method: string, path: string) => {
    const answer = await fetch(http + path, { method, headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, body: (await answer.json()) as { readonly data: readonly Listed[] } };
  };
  const devices = async (): Promise<readonly Listed[]> =>
    (await ask('GET', '/v1/devices?limit=100')).body.data;
  const simulated = async () =>
    (await devices()).filter(({ agentVersion }) => agentVersion.endsWith('-simulated'));
  return { server, ask, devices, simulated };
}

/** The processes whose parent is this one, as Linux tells them. */
function childrenOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

t.test(
  'a simulated school lives beside this machine’s own agent',
  { timeout: 180_000, skip: process.platform !== 'linux' },
  async (t) => {
    const dataDir = join(await temporaryFolder(t), 'demo');
    const first = await demonstration(t, dataDir);
    const online = await until(
      async () => {
        const all = await first.simulated();
        return all.length === DEVICES &&
          all.some(
            ({ status, battery, campus }) => status === 'online' && battery !== null && campus !== 'unknown',
          )
          ? all
          : null;
      },
      { what: 'the simulated devices to be enrolled and one online', ...LONG },
    );

    const target = online.find(({ status }) => status === 'online');
    const locking = await first.ask('POST', `/v1/devices/${target?.id}/lock`);
    t.equal(locking.status, 202);
    await until(
      async () => (await first.simulated()).find(({ id }) => id === target?.id)?.lock.state === 'locked',
      { what: 'the device to confirm the lock', ...LONG },
    );

    const real = await until(
      async () =>
        (await first.devices()).find(
          ({ agentVersion, status }) => !agentVersion.endsWith('-simulated') && status === 'online',
        ),
      { what: 'the real agent', ...LONG },
    );
    const children = childrenOf(first.server.pid);
    t.equal(children.length, 2, 'the simulation and the agent');
    const { code } = await first.server.end('SIGTERM');
    t.equal(code, 0);
    for (const child of children)
      t.throws(() => process.kill(Number(child), 0), { code: 'ESRCH' }, 'its processes ended with it');

    const second = await demonstration(t, dataDir);
    await until(async () => (await second.simulated()).some(({ status }) => status === 'online'), {
      what: 'the devices to return',
      ...LONG,
    });
    t.same(
      (await second.simulated()).map(({ id }) => id).sort(),
      online.map(({ id }) => id).sort(),
      'the same devices, none twice',
    );
    await until(
      async () => (await second.devices()).some(({ id, status }) => id === real.id && status === 'online'),
      { what: 'the real agent to return as the same device', ...LONG },
    );
    t.equal(
      (await second.simulated()).find(({ id }) => id === target?.id)?.lock.state,
      'locked',
      'a lock outlives the restart',
    );

    const orphans = childrenOf(second.server.pid);
    t.equal(orphans.length, 2);
    await second.server.end('SIGKILL');
    const gone = (pid: string): boolean => {
      try {
        process.kill(Number(pid), 0);
        return false;
      } catch {
        return true;
      }
    };
    await until(() => orphans.every(gone), {
      what: 'the processes of a killed server to end by themselves',
      ...LONG,
    });
  },
);
