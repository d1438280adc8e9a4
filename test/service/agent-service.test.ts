import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { labObstacle } from '../support/laptop-lab.ts';
import { createLaptopService, serviceObstacle } from '../support/laptop-service.ts';
import { buildSchoolLab, PLACES } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const GAME = 'play.example';
const NEWS = 'news.example';
const POLICY = {
  name: 'The lab',
  target: { everyone: true },
  rules: [{ effect: 'block', locked: true, match: { domains: [GAME] } }],
};
const AGENT = 'schoolgate-agent.service';
const SOCKET = 'schoolgate-agent.socket';
const BOOT = 'schoolgate-boot.service';
const RESCUE = 'schoolgate-rescue.service';
/** The slowest, a sign of life, comes after half of the unit's WatchdogSec: what has not come by now never comes. */
const PATIENCE_MS = 180_000;

const obstacle =
  labObstacle() ?? (existsSync('/usr/bin/dig') ? null : 'dig is missing (Debian: bind9-dnsutils)');
const skip = obstacle ?? serviceObstacle() ?? false;

/**
 * A student's program that asks one name every 20 ms by UDP, each question once: nothing is asked again. Ends when it is told `TO ASK` times, and then has waited
 * for the last answer; says how many of how many were answered, how many wrongly, and the longest wait in ms.
 */
const ASKER = `
  const dgram = require('dgram');
  const total = Number(process.argv[1]);
  const question = (id) => Buffer.concat([Buffer.from([id >> 8, id & 255, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    ...'${GAME}'.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0, 0, 1, 0, 1])]);
  let asked = 0, answered = 0, wrong = 0, longest = 0;
  const done = () => {
    console.log('answered ' + answered + ' of ' + asked + ', wrong ' + wrong + ', longest ' + Math.round(longest) + ' ms');
    process.exit(0);
  };
  const ask = () => {
    const at = performance.now(), socket = dgram.createSocket('udp4');
    socket.on('error', () => undefined);
    socket.on('message', (answer) => {
      answered += 1;
      if (answer.readUInt32BE(answer.length - 4) !== 0) wrong += 1;
      longest = Math.max(longest, performance.now() - at);
      socket.close();
      if (answered === total) done();
    });
    asked += 1;
    socket.connect(53, '${PLACES.networkResolver}', () => socket.send(question(asked)));
  };
  const timer = setInterval(() => { if (asked < total) ask(); else { clearInterval(timer); setTimeout(done, 60_000); } }, 20);
  console.log('asks');
`;

/** Takes the ports of resolver, proxy and relay as soon as they are free. */
const SQUATTER = `
  const net = require('net'), dgram = require('dgram');
  const udp = () => { const s = dgram.createSocket('udp4'); s.on('error', () => setTimeout(udp, 1)); s.bind(5300, '127.0.0.1', () => console.log('squats 5300 by UDP')); };
  const tcp = (port) => { const s = net.createServer(); s.on('error', () => setTimeout(tcp, 1, port)); s.listen(port, '127.0.0.1', () => console.log('squats ' + port)); };
  udp(); for (const port of [5300, 8123, 8443]) tcp(port);
  console.log('waits');
`;

t.test('the agent as a service of systemd', { skip }, async (t) => {
  const folder = testFolder(t);
  const lab = await buildSchoolLab(folder, { service: true });
  t.teardown(() => lab.down());
  const service = createLaptopService(lab, folder);
  t.teardown(() => service.down());
  const identity = join(lab.stateDir, 'identity.json');
  const dig = async (name: string): Promise<string> =>
    (await lab.student('dig', '+short', '+tries=1', '+time=5', name)).stdout.trim();
  const state = async (unit: string): Promise<string> =>
    (await service.show(unit, 'ActiveState')).ActiveState ?? '';
  const isState = (unit: string, wanted: string, timeoutMs = PATIENCE_MS): Promise<unknown> =>
    until(async () => (await state(unit)) === wanted, {
      what: `${unit} to be ${wanted}`,
      timeoutMs,
      intervalMs: 100,
    });
  const pidOf = async (): Promise<number> => Number((await service.show(AGENT, 'MainPID')).MainPID);
  const workerOf = async (agent: number): Promise<number> =>
    Number((await service.inside('pgrep', '--parent', String(agent), '--full', ' worker')).stdout.trim());
  /** The server may still say what it was told before. */
  const filters = async (): Promise<void> => {
    await until(async () => (await dig(NEWS)) === PLACES.site && (await dig(GAME)) === '0.0.0.0', {
      what: 'names to be judged',
      timeoutMs: PATIENCE_MS,
    });
    await lab.enforcing();
  };
  t.equal((await lab.api('POST', '/v1/policies', POLICY)).status, 201);

  await t.test('nothing runs before the enrollment, all of it right after', async (t) => {
    await rename(identity, `${identity}.later`);
    await service.boot();
    t.equal(await state('schoolgate-agent.path'), 'active');
    for (const unit of [AGENT, SOCKET]) t.equal(await state(unit), 'inactive', unit);
    await rename(`${identity}.later`, identity);
    await isState(AGENT, 'active');
    t.equal(await state(SOCKET), 'active');
    await lab.enforcing();
    t.equal(await dig(GAME), '0.0.0.0');
    t.equal(await dig(NEWS), PLACES.site);
    t.match(service.log(), /the service manager holds the listeners/);
    // Under the unit's umask too.
    const policies = await lab.student('cat', '/etc/chromium/policies/managed/schoolgate.json');
    t.match(policies.stdout, /ProxyPacUrl|ProxySettings/, 'the student’s browser can read its policies');
  });

  await t.test(
    'while worker and agent are killed, every question is answered and no port is free',
    async (t) => {
      const squatter = lab.startAsStudent('env', '-i', process.execPath, '-e', SQUATTER);
      await squatter.line(/waits/);
      const asker = lab.startAsStudent('env', '-i', process.execPath, '-e', ASKER, '400');
      await asker.line(/asks/);
      const agent = await pidOf();
      const worker = await workerOf(agent);
      await service.inside('kill', '-KILL', String(worker));
      await until(async () => ((await workerOf(agent)) || worker) !== worker, {
        what: 'another worker',
        timeoutMs: PATIENCE_MS,
      });
      await service.inside('kill', '-KILL', String(agent));
      await until(async () => ((await pidOf()) || agent) !== agent, {
        what: 'another agent',
        timeoutMs: PATIENCE_MS,
      });
      const told = await asker.line(/answered/);
      t.comment(told);
      t.match(told, /^answered 400 of 400, wrong 0,/);
      t.same(squatter.lines, ['waits'], 'no port was ever free');
      await squatter.end('SIGKILL');
      // By TCP too: what waits in the listeners' queues is served.
      const page = await lab.student('curl', '-sS', '--max-time', '10', 'http://127.0.0.1:8123/proxy.pac');
      t.match(page.stdout, /FindProxyForURL/);
      await lab.enforcing();
    },
  );

  await t.test('the watchdog hears the agent', async (t) => {
    const heard = async (): Promise<number> =>
      Number((await service.show(AGENT, 'WatchdogTimestampMonotonic')).WatchdogTimestampMonotonic);
    const before = await heard();
    const heardAgain = async (): Promise<boolean> => (await heard()) > before;
    t.ok(await until(heardAgain, { what: 'a sign of life', timeoutMs: PATIENCE_MS, intervalMs: 250 }));
  });

  await t.test('the power is cut: filter and lock are there before the agent is', async (t) => {
    const lock = await lab.api('POST', `/v1/devices/${lab.deviceId}/lock`, { message: 'See the office' });
    t.equal(lock.body.status, 'succeeded');
    const table = async (name: string): Promise<string> =>
      (await lab.root('nft', '-s', 'list', 'table', 'inet', name)).stdout;
    const sound = await table('schoolgate');
    const soundLock = await table('schoolgate_lock');
    t.not(soundLock, '');
    await service.powerOff();
    await lab.root('nft', 'flush', 'ruleset');
    await rename(identity, `${identity}.later`);
    await service.boot();
    t.equal((await service.show(BOOT, 'Result')).Result, 'success');
    t.equal(await state(AGENT), 'inactive');
    t.equal(await table('schoolgate'), sound);
    t.equal(await table('schoolgate_lock'), soundLock);
    t.equal(
      (await lab.student('dig', '+short', '+tries=1', '+time=1', NEWS)).stdout.includes(PLACES.site),
      false,
      'shut',
    );
    await rename(`${identity}.later`, identity);
    await isState(AGENT, 'active');
    const refused = await lab.student('curl', '-sS', '--max-time', '5', `http://${PLACES.site}/`);
    t.not(refused.code, 0, 'still locked');
    const unlock = await lab.api('POST', `/v1/devices/${lab.deviceId}/command`, { type: 'unlock' });
    t.equal(unlock.body.status, 'succeeded', JSON.stringify(unlock.body));
    await filters();
  });

  await t.test(
    'an agent that fails five times is followed by the rescue, which starts it again',
    async (t) => {
      await writeFile(service.breakFile, '');
      await service.inside('kill', '-KILL', String(await pidOf()));
      await until(() => service.log().includes('its fail mode is "closed"'), {
        what: 'the rescue',
        timeoutMs: PATIENCE_MS,
        intervalMs: 100,
      });
      t.notOk(
        (await lab.student('dig', '+short', '+tries=1', '+time=1', NEWS)).stdout.includes(PLACES.site),
        'still shut',
      );
      await rm(service.breakFile);
      await isState(AGENT, 'active');
      await filters();
      t.equal(await state(SOCKET), 'active');
      t.equal(await state(RESCUE), 'inactive');
    },
  );

  await t.test('restore stops the service for good and leaves the laptop as it was', async (t) => {
    const { code, stdout, stderr } = await service.inside(
      '/usr/lib/schoolgate-agent/schoolgate-agent',
      'restore',
      '--without-code',
    );
    t.equal(code, 0, stderr);
    t.match(stdout, /The agent is stopped/);
    t.equal(await dig(GAME), PLACES.site, 'a look-up starts nothing');
    for (const unit of [AGENT, SOCKET]) t.equal(await state(unit), 'inactive', unit);
    t.equal(await lab.snapshot(), lab.untouched);
  });
});
