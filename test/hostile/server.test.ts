import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { createEnroller } from '../../server/demo/simulated-identity.ts';
import { CHOSEN_SLOTS } from './attacks/chosen-slots.ts';
import { DEEP_JSON } from './attacks/deep-json.ts';
import { ALERT_FLOOD, EVENT_FLOOD, RECORD_FLOOD } from './attacks/floods.ts';
import { DOCUMENT_FLOOD, WRONG_KEYS } from './attacks/pages.ts';
import { POISONED_MESSAGES } from './attacks/poisoned-messages.ts';
import { SILENT_SOCKETS } from './attacks/sockets.ts';
import { buildStand, type Stand, underAttack } from './stand.ts';

/** What a laptop may make in a day's hundredth part: the rest of the list is for what matters. */
const MAX_ALERTS = 100;

t.test('honest laptops hardly notice what hostile ones and strangers do', { timeout: 600_000 }, async (t) => {
  const stand = await buildStand(t);

  await t.test('a path in any spelling asks for a key', (t) => spellings(t, stand));
  await t.test('an enrollment token of one unit takes over no laptop of another', (t) => takeOver(t, stand));
  await t.test(WRONG_KEYS.what, async (t) => {
    await underAttack(t, stand, WRONG_KEYS);
    await othersGetIn(t, stand);
  });
  for (const attack of [
    POISONED_MESSAGES,
    CHOSEN_SLOTS,
    RECORD_FLOOD,
    EVENT_FLOOD,
    DEEP_JSON,
    SILENT_SOCKETS,
    DOCUMENT_FLOOD,
  ])
    await t.test(attack.what, (t) => underAttack(t, stand, attack));
  await t.test(ALERT_FLOOD.what, async (t) => {
    const before = await alertCount(stand);
    await underAttack(t, stand, ALERT_FLOOD);
    const made = (await alertCount(stand)) - before;
    t.ok(made <= MAX_ALERTS, `one laptop makes few alerts, not ${made}`);
  });
});

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
  t.equal((await fleet.measure(3)).cuts, 0, 'and keeps its key and its connection');
}

async function alertCount({ school }: Stand): Promise<number> {
  const list = await school.request('GET', '/v1/alerts?limit=1');
  if (list.status !== 200) throw new Error(`the alerts answered ${list.status}`);
  return list.body.total;
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
