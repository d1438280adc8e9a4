import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { createEnroller } from '../../server/simulated-laptop/identity.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { ATTACKS } from './attacks/all.ts';
import { ALERT_FLOOD } from './attacks/floods.ts';
import { WRONG_KEYS } from './attacks/pages.ts';
import { FULL_DISK_FLOOD, floodsFullDisk } from './full-disk.ts';
import {
  type Attack,
  alertCount,
  attackWhile,
  buildStand,
  heardSince,
  memoryOf,
  type Stand,
} from './stand.ts';

/** What an attack costs them in time is measured elsewhere (test/measure/hostile.ts), with more of them. */
const HONEST_DEVICES = 60;
/** Each honest laptop publishes once and beats once in so long. */
const WATCH_SECONDS = 2;
const HEARTBEAT_MS = 2_000;
/** So much more memory (bytes) only a growth without bound takes in two seconds: Node gives back late what it took for a burst. */
const MAX_GROWTH_BYTES = 512 * 1_048_576;
/** What a laptop may make in a day's hundredth part: the rest of the list is for what matters. */
const MAX_ALERTS = 100;

t.test(
  'honest laptops are served whatever hostile ones and strangers do',
  { timeout: 600_000 },
  async (t) => {
    const stand = await buildStand({
      folder: testFolder(t),
      honestDevices: HONEST_DEVICES,
      heartbeatMs: HEARTBEAT_MS,
      onEnd: t.teardown.bind(t),
    });
    await t.test('a path in any spelling asks for a key', (t) => spellings(t, stand));
    await t.test('an enrollment token of one unit takes over no laptop of another', (t) =>
      takeOver(t, stand),
    );
    for (const attack of Object.values(ATTACKS))
      await t.test(attack.what, async (t) => {
        await underAttack(t, stand, attack);
        if (attack === WRONG_KEYS) await othersGetIn(t, stand);
      });
    await t.test(FULL_DISK_FLOOD, (t) => floodsFullDisk(t, stand));
  },
);

/** Lets an attack run beside the honest laptops, and asks that each was served and that the server grew within bounds. */
async function underAttack(t: Test, stand: Stand, attack: Attack): Promise<void> {
  const { school, fleet } = stand;
  const before = { memory: memoryOf(school), alerts: await alertCount(stand) };
  const { cuts } = await fleet.acknowledged(0);
  const startedAt = Date.now();
  const seen = await attackWhile(stand, attack, () => fleet.acknowledged(WATCH_SECONDS));
  t.ok(seen.sent > 0, 'all that honest laptops published is acknowledged');
  t.equal(seen.cuts, cuts, 'nobody honest is cut off');
  t.ok(memoryOf(school) - before.memory <= MAX_GROWTH_BYTES, 'memory stays in bounds');
  if (attack === ALERT_FLOOD) {
    const made = (await alertCount(stand)) - before.alerts;
    t.ok(made <= MAX_ALERTS, `one laptop makes few alerts, not ${made}`);
  }
  await until(async () => (await heardSince(stand, startedAt)) === HONEST_DEVICES, {
    what: 'every honest laptop to be on-line and heard',
  });
}

const SPELLINGS = [
  '/%761/devices',
  '/v%31/devices',
  '/%76%31/devices',
  '/v1/%64evices',
  '//v1/devices',
  '/./v1/devices',
  '/x/../v1/devices',
  '/V1/devices',
  '/v1/devices/',
  '/v1%2fdevices',
  '/v1/devices%3flimit=1',
  '/v1/devices;a=b',
  'http://127.0.0.1/v1/devices',
  'http://127.0.0.1/%761/devices',
];

async function spellings(t: Test, { school }: Stand): Promise<void> {
  for (const target of SPELLINGS) {
    const answer = await rawGet(school.httpPort, target);
    t.match(answer, /^HTTP\/1\.1 4\d\d /, target);
    t.notOk(answer.includes('"data"'), `${target} tells nothing`);
  }
}

/** A request whose target no client library makes plain. */
function rawGet(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`),
    );
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(said));
  });
}

/** Serial numbers stand on the laptops' backs, and a token of another unit is easily had. */
async function takeOver(t: Test, { school, fleet, certificateAuthority }: Stand): Promise<void> {
  const unit = await school.request('POST', '/v1/ous', { name: 'Other school' });
  t.equal(unit.status, 201);
  const made = await school.request('POST', '/v1/enrollment-tokens', { name: 'Theirs', ou: unit.body.path });
  t.equal(made.status, 201);
  const enroller = createEnroller({ server: `http://127.0.0.1:${school.httpPort}`, certificateAuthority });
  const stolen = await enroller
    .enroll(made.body.token, {
      machineId: 'honest-machine-7',
      serial: 'honest-serial-7',
      hostname: 'HONEST-7',
      platform: 'linux',
      osVersion: 'Test 1',
      manufacturer: null,
      model: null,
    })
    .catch(() => null);
  await enroller.close();
  t.not(stolen?.deviceId, fleet.deviceIds[7], 'the laptop’s id is not given away');
  const device = await school.request('GET', `/v1/devices/${fleet.deviceIds[7]}`);
  t.equal(device.body.ou, '/', 'the laptop stays where it was');
  t.equal((await fleet.acknowledged(WATCH_SECONDS)).cuts, 0, 'and keeps its key and its connection');
}

/** Right after a flood from this very address. */
async function othersGetIn(t: Test, { school }: Stand): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${school.httpPort}${path}`, init);
    await answer.arrayBuffer();
    return answer.status;
  };
  t.equal((await school.request('GET', '/v1/devices?limit=1')).status, 200, 'a good key');
  t.equal(await ask('/docs/'), 200, 'the explorer');
  const otherKey = { authorization: `Bearer sgk_live_${'1'.repeat(32)}000000` };
  t.equal(await ask('/v1/devices', { headers: otherKey }), 401, 'another wrong key hears that it is wrong');
  const signIn = await ask('/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@school.example', password: 'not the right one' }),
  });
  t.equal(signIn, 401, 'signing in is answered');
}
