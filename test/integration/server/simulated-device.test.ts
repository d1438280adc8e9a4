import t, { type Test } from 'tap';
import { silentLog } from '../../../kit/log.ts';
import { systemRandom } from '../../../kit/random.ts';
import { exportSigningKey, generateSigningKey } from '../../../kit/signing.ts';
import { browse } from '../../../server/demo/browsing.ts';
import { createDice } from '../../../server/demo/dice.ts';
import { createAgentFiles } from '../../../server/simulated-laptop/files.ts';
import { createSimulatedDevice, type DeviceFacts } from '../../../server/simulated-laptop/laptop.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../store/ports/organisations.ts';
import { askLock } from '../../support/ask-lock.ts';
import { storedRecords } from '../../support/stored-records.ts';
import { createTestGateway } from '../../support/test-gateway.ts';
import { createTestIdentity } from '../../support/test-identity.ts';
import { until } from '../../support/until.ts';

const FACTS: DeviceFacts = {
  user: 'ana',
  battery: 61,
  charging: false,
  campus: { state: 'unknown', campusId: null },
  protection: { state: 'enforcing', since: null },
  osVersion: '1',
  uptimeSeconds: 5,
};

async function setting(t: Test) {
  const { key, cert } = await createTestIdentity();
  const school = await createTestGateway(t, { listen: { tls: { host: '127.0.0.1', port: 0, key, cert } } });
  const { store, ids, clock, gateway, serverPublicKey } = school;
  const ou = await store.ous.ensurePath(DEFAULT_ORGANISATION_ID, '/High', clock.now());
  const own = generateSigningKey();
  const { device: record } = await store.devices.enroll({
    id: ids.next('dev'),
    organisationId: DEFAULT_ORGANISATION_ID,
    ouId: ou.id,
    publicKey: own.publicKey,
    hardware: {
      machineId: 'm',
      serial: null,
      hostname: 'SIM',
      platform: 'linux',
      osVersion: '1',
      manufacturer: null,
      model: null,
    },
    agentVersion: '1',
    now: clock.now(),
  });
  const facts = { ...FACTS };
  const files = createAgentFiles({
    server: 'https://127.0.0.1:1',
    certificateAuthority: cert,
    clock,
    random: systemRandom,
  });
  t.teardown(() => files.close());
  const device = createSimulatedDevice({
    identity: {
      deviceId: record.id,
      privateKey: exportSigningKey(own),
      serverPublicKey,
      certificateAuthority: cert,
      mqttUrls: [`mqtts://127.0.0.1:${gateway.addresses().tls?.port}`],
      epoch: 0,
    },
    facts: () => facts,
    files,
    clock,
    random: systemRandom,
    log: silentLog,
  });
  t.teardown(() => device.stop());
  const stored = async () => store.devices.find(record.id);
  const becomes = (what: string, fits: (now: NonNullable<Awaited<ReturnType<typeof stored>>>) => boolean) =>
    until(
      async () => {
        const now = await stored();
        return now !== null && fits(now) ? now : null;
      },
      { what },
    );
  return { school, device, deviceId: record.id, facts, becomes };
}

t.test('it comes online over TLS and reports what it is told to', async (t) => {
  const { device, facts, becomes } = await setting(t);
  await device.start();
  await device.online();
  await becomes(
    'the first report',
    ({ status, battery, user }) => status === 'online' && battery === 61 && user === 'ana@school.local',
  );
  facts.battery = 60;
  await device.beat();
  await becomes('the second report', ({ battery }) => battery === 60);
});

t.test('it carries out and confirms lock and unlock', async (t) => {
  const { school, device, deviceId, becomes } = await setting(t);
  await device.start();
  await device.online();
  const lock = await askLock(school, deviceId, 'lock');
  await becomes('the lock to be confirmed', (now) => now.lock.confirmed);
  t.equal(device.isLocked(), true);
  await until(
    async () => (await school.store.commands.get(DEFAULT_ORGANISATION_ID, lock))?.status === 'succeeded',
    {
      what: 'the command to have succeeded',
    },
  );
  await askLock(school, deviceId, 'unlock');
  await becomes('the unlock to be confirmed', (now) => !now.lock.confirmed);
  t.equal(device.isLocked(), false);
});

t.test('what it browsed is kept by the server', async (t) => {
  const { school, device } = await setting(t);
  await device.start();
  await device.online();
  const now = school.clock.now();
  const { records } = browse(createDice(1), systemRandom, {
    since: now - 10_000,
    now,
    user: 'ana',
    campus: 'on-campus',
    verdictOf: (host, at) => device.verdictOf(host, { account: 'ana', campus: 'on-campus', at }),
  });
  await device.sendActivity(records);
  const kept = await storedRecords(school.store);
  t.same(kept.map(({ at }) => at).sort(), records.map(({ at }) => at).sort());
});

t.test('a good-bye is told from a lid that is closed, and it comes back from both', async (t) => {
  const { device, becomes } = await setting(t);
  await device.start();
  await device.online();
  await device.stop();
  await becomes('the good-bye', ({ disconnectReason }) => disconnectReason === 'stopped');
  await device.start();
  await device.online();
  await becomes('the return', ({ disconnectedAt }) => disconnectedAt === null);
  await device.vanish();
  await becomes('the last will', ({ disconnectReason }) => disconnectReason === 'connection_lost');
  await t.rejects(device.sendActivity([]), /not connected/);
});

t.test('it can be stopped while it is still connecting', async (t) => {
  const { device } = await setting(t);
  await device.start();
  await device.stop();
  await device.stop();
  t.pass('no stop waits for ever');
});
