import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { runNode, SERVER_MAIN, startNode } from '../../support/child-process.ts';
import { temporaryFolder } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

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
  readonly user: string | null;
  readonly enrolledAt: string;
  readonly protection: { readonly policyVersion: number; readonly since: string | null };
}

interface LogEntry {
  readonly timestamp: string;
  readonly deviceId: string;
  readonly user: string;
  readonly domain: string;
  readonly action: string;
  readonly reason: string;
  readonly ruleId: string | null;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
}

async function demonstration(t: Test, dataDir: string) {
  const server = startNode(
    [
      SERVER_MAIN,
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
    [SERVER_MAIN, 'keys', 'create', '--json', '--name', 'test', '--scopes', 'all', '--data-dir', dataDir],
    NONE,
  );
  const { key } = JSON.parse(made.stdout) as { key: string };
  const ask = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(http + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  };
  const all = async <T>(path: string): Promise<readonly T[]> =>
    (await ask<{ readonly data: readonly T[] }>('GET', path)).body.data;
  const devices = (): Promise<readonly Listed[]> => all('/v1/devices?limit=100');
  const simulated = async () =>
    (await devices()).filter(({ agentVersion }) => agentVersion.endsWith('-simulated'));
  return { server, ask, all, devices, simulated };
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

t.test(
  'the demonstration tells the truth: people of the roster, policies that are carried out, times in order',
  { timeout: 180_000, skip: process.platform !== 'linux' },
  async (t) => {
    const { ask, all, simulated } = await demonstration(t, join(await temporaryFolder(t), 'demo'));
    const ready = await until(
      async () => {
        const devices = await simulated();
        const live = devices.filter(({ status }) => status === 'online');
        return live.length > 0 && live.every(({ protection }) => protection.policyVersion > 0)
          ? devices
          : null;
      },
      { what: 'the devices that are on-line to enforce the school’s policies', ...LONG },
    );
    const people = await all<{ readonly email: string }>('/v1/users?limit=100');
    t.equal(people.length, DEVICES, 'somebody for each laptop');
    const emails = new Set(people.map(({ email }) => email));
    for (const { user } of ready) t.ok(user === null || emails.has(user), `${user} is in the roster`);
    for (const { protection, enrolledAt } of ready)
      t.ok(
        protection.since === null || protection.since >= enrolledAt,
        'no laptop was protected before it was enrolled',
      );

    const made = await ask<{ readonly id: string; readonly version: number }>('POST', '/v1/policies', {
      name: 'No encyclopedias today',
      priority: 900,
      target: { everyone: true },
      rules: [
        {
          effect: 'block',
          reason: 'We write it ourselves.',
          match: { categories: ['reference', 'education', 'search'] },
        },
      ],
    });
    t.equal(made.status, 201);
    await until(
      async () =>
        (await simulated())
          .filter(({ status }) => status === 'online')
          .every(({ protection }) => protection.policyVersion >= made.body.version),
      { what: 'the new policy to be enforced everywhere', ...LONG },
    );
    const blocked = await until(
      async () => (await all<LogEntry>(`/v1/logs?action=block&policyId=${made.body.id}`)).at(0) ?? null,
      { what: 'a block by the new policy', timeoutMs: 120_000, intervalMs: 500 },
    );
    t.equal(blocked.action, 'block');
    t.ok(emails.has(blocked.user));
    const explained = await ask<LogEntry>('POST', '/v1/policies/explain', {
      ...{ deviceId: blocked.deviceId, user: blocked.user, url: `https://${blocked.domain}/` },
      at: blocked.timestamp,
    });
    t.equal(explained.status, 200);
    const { action, reason, ruleId, policyId, policyVersion } = explained.body;
    t.same(
      { action, reason, ruleId, policyId, policyVersion },
      {
        ...{ action: blocked.action, reason: blocked.reason },
        ...{ ruleId: blocked.ruleId, policyId: blocked.policyId, policyVersion: blocked.policyVersion },
      },
      'the log says what explain says',
    );
  },
);
