import { join } from 'node:path';
import t from 'tap';
import { ROOT, startProgram, type TestProcess } from '../support/child-process.ts';
import { buildLaptopLab, type LaptopLab, labObstacle, labRequired } from '../support/laptop-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const SERVER = join(ROOT, 'server/bin/schoolgate.cjs');
const AGENT = join(ROOT, 'agent/bin/schoolgate-agent.cjs');
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'];
const SITE_PORT = 8_000;
const HTTPS_PORT = 8_443;

/** A site that answers `/` at once and sends `/endless` for ever. */
const SITE = `
  require('node:http').createServer((request, response) => {
    if (request.url !== '/endless') return response.end('the site');
    const timer = setInterval(() => response.write('x'.repeat(1024)), 20);
    response.on('close', () => clearInterval(timer));
  }).listen(${SITE_PORT}, '10.200.0.1', () => console.log('ready'));
`;

interface Bench {
  readonly lab: LaptopLab;
  request(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  start(where: 'net' | 'laptop' | 'student', args: readonly string[]): TestProcess;
}

async function json(
  lab: LaptopLab,
  where: 'net' | 'laptop',
  args: readonly string[],
): Promise<Record<string, string>> {
  const result = await lab.run(where, [...NODE, ...args]);
  if (result.code !== 0) throw new Error(`${args.slice(1, 3).join(' ')}: ${result.stderr}`);
  return JSON.parse(result.stdout) as Record<string, string>;
}

const obstacle = labObstacle();
const skip = obstacle !== null && !labRequired() ? obstacle : false;

t.test(
  'a locked laptop reaches the school server and nothing else, until it is unlocked',
  { skip },
  async (t) => {
    const folder = testFolder(t);
    const dataDir = join(folder, 'server');
    const stateDir = join(folder, 'agent');
    const lab = await buildLaptopLab();
    const processes: TestProcess[] = [];
    t.teardown(async () => {
      for (const one of processes.reverse()) await one.end('SIGKILL');
      await lab.down();
    });
    const bench: Bench = {
      lab,
      start(where, args) {
        const started = startProgram(...lab.command(where, args), { SCHOOLGATE_AGENT_LOCK_PAGE_PORT: '0' });
        processes.push(started);
        return started;
      },
      async request(method, path, body) {
        const data =
          body === undefined ? [] : ['-H', 'content-type: application/json', '-d', JSON.stringify(body)];
        const url = `https://${lab.server}:${HTTPS_PORT}${path}`;
        const auth = ['-H', `authorization: Bearer ${key.key}`, '-H', 'prefer: wait=15'];
        const { stdout, stderr } = await lab.run('net', [
          'curl',
          '-sSk',
          '-w',
          '\n%{http_code}',
          '-X',
          method,
          ...auth,
          ...data,
          url,
        ]);
        const [status, text] = [stdout.split('\n').at(-1), stdout.split('\n').slice(0, -1).join('\n')];
        if (text === '') throw new Error(`no answer: ${stderr}`);
        return { status: Number(status), body: JSON.parse(text) as Record<string, unknown> };
      },
    };

    await bench.start('net', [...NODE, '-e', SITE]).line(/ready/);
    const ports = ['--host', lab.server, '--http-port', String(HTTPS_PORT), '--mqtt-port', '8883'];
    await bench
      .start('net', [...NODE, SERVER, 'serve', '--json', '--data-dir', dataDir, ...ports])
      .line(/"http"/);
    const beside = ['--json', '--data-dir', dataDir];
    const key = await json(lab, 'net', [
      SERVER,
      'keys',
      'create',
      ...beside,
      '--name',
      'lab',
      '--scopes',
      'all',
    ]);
    const token = await json(lab, 'net', [
      SERVER,
      'enrollment-tokens',
      'create',
      ...beside,
      '--ou',
      '/Lab',
      '--uses',
      '1',
      '--expires',
      '1h',
    ]);
    const enroll = [
      'enroll',
      '--json',
      '--server',
      `https://${lab.server}:${HTTPS_PORT}`,
      '--token',
      token.token ?? '',
      '--state-dir',
      stateDir,
    ];
    const { deviceId } = await json(lab, 'laptop', [AGENT, ...enroll]);
    const runAgent = (): TestProcess =>
      bench.start('laptop', [...NODE, AGENT, 'run', '--state-dir', stateDir]);
    const agent = runAgent();
    const device = async (): Promise<Record<string, unknown>> =>
      (await bench.request('GET', `/v1/devices/${deviceId}`)).body;
    const lockState = async (): Promise<unknown> => ((await device()).lock as { state: string }).state;
    await until(async () => (await device()).status === 'online', {
      what: 'the laptop to be online',
    });

    const site = `http://${lab.site}:${SITE_PORT}/`;
    const visit = (): ReturnType<LaptopLab['run']> =>
      lab.run('student', ['curl', '-sS', '--max-time', '5', site]);
    t.equal((await visit()).stdout, 'the site', 'before: the site answers');

    const download = bench.start('student', [
      'curl',
      '-sS',
      '-o',
      '/dev/null',
      '--max-time',
      '60',
      `${site}endless`,
    ]);
    const lock = await bench.request('POST', `/v1/devices/${deviceId}/lock`, { message: 'See the office' });
    t.equal(lock.body.status, 'succeeded', JSON.stringify(lock.body));
    const cut = await download.ended;
    // 28 is what curl says of its own time-out.
    t.notOk(
      [0, 28].includes(cut.code ?? 0),
      `the running download was cut, and did not end by itself (${cut.code})`,
    );
    t.not((await visit()).code, 0, 'locked: the site is refused');
    t.not(
      (await lab.run('student', ['curl', '-sk', '--max-time', '5', `https://${lab.server}:${HTTPS_PORT}/`]))
        .code,
      0,
      'the student does not reach the server either',
    );

    await agent.end('SIGKILL');
    t.not((await visit()).code, 0, 'a killed agent leaves the laptop locked');

    t.equal(
      (await lab.run('laptop', ['nft', 'delete', 'table', 'inet', 'schoolgate_lock'])).code,
      0,
      'as a reboot would',
    );
    t.equal((await visit()).stdout, 'the site', 'the rules are gone');
    runAgent();
    await until(async () => (await visit()).code !== 0, {
      what: 'the lock to be applied again at the start',
    });
    await until(async () => (await device()).status === 'online', {
      what: 'the locked laptop to be online',
    });
    t.equal(await lockState(), 'locked');

    const unlock = await bench.request('POST', `/v1/devices/${deviceId}/command`, { type: 'unlock' });
    t.equal(unlock.body.status, 'succeeded', JSON.stringify(unlock.body));
    t.equal((await visit()).stdout, 'the site', 'unlocked: the site answers');
    t.notMatch(
      (await lab.run('laptop', ['nft', 'list', 'ruleset'])).stdout,
      'schoolgate_lock',
      'nothing of the lock is left; the filter has a table of its own',
    );
  },
);
