import t from 'tap';
import { makePassword } from '../../../../agent/link/password.ts';
import { createLoginCheck } from '../../../../gateway/auth/login-check.ts';
import { PASSWORD_REPLAY_MS } from '../../../../gateway/auth/password.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits/limits.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { generateSigningKey } from '../../../../kit/signing.ts';
import { createTestSchool } from '../../api/school.ts';

async function setting(t: Parameters<typeof createTestSchool>[0]) {
  const school = await createTestSchool(t);
  const { store, clock } = school;
  const key = generateSigningKey();
  const { device } = await store.devices.enroll({
    id: school.tools.ids.next('dev'),
    organisationId: 1,
    ouId: (await store.devices.find(school.deviceId))?.ouId ?? 'ou_',
    publicKey: key.publicKey,
    hardware: {
      machineId: 'm',
      serial: null,
      hostname: 'm',
      platform: 'linux',
      osVersion: '12',
      manufacturer: null,
      model: null,
    },
    agentVersion: '1.0.0',
    now: clock.now(),
  });
  const process = () => {
    const check = createLoginCheck({ devices: store.devices, clock, limits: DEFAULT_LIMITS });
    return async (password: string) => {
      const verdict = await check.prove({
        clientId: device.id,
        username: device.id,
        password: Buffer.from(password),
      });
      if ('refusal' in verdict) return verdict.refusal;
      await store.devices.connected(device.id, { epoch: verdict.device.epoch, at: clock.now() });
      await store.devices.touch([{ deviceId: device.id, lastSeenAt: clock.now() }]);
      return 'in';
    };
  };
  const password = (epoch: number) =>
    makePassword({ deviceId: device.id, epoch, now: clock.now() }, key, systemRandom);
  return { clock, process, password };
}

t.test(
  'a password that was used before a restart is refused after it, and so is one of an older epoch',
  async (t) => {
    const { clock, process, password } = await setting(t);
    const before = process();
    const older = await password(6);
    const used = await password(7);
    t.equal(await before(used), 'in');
    const after = process();
    t.equal(await after(used), 'replayed_password');
    t.equal(await after(older), 'replayed_password');
    await clock.advance(1_000);
    t.equal(await after(await password(8)), 'in');
  },
);

t.test('a clock that is set back makes no old password new', async (t) => {
  const { clock, process, password } = await setting(t);
  const login = process();
  const used = await password(7);
  t.equal(await login(used), 'in');
  await clock.advance(PASSWORD_REPLAY_MS + 1_000);
  clock.jump(-PASSWORD_REPLAY_MS - 1_000);
  t.equal(await login(used), 'replayed_password');
});

t.test('a device whose epoch has gone back gets in when the old passwords are over', async (t) => {
  const { clock, process, password } = await setting(t);
  const login = process();
  t.equal(await login(await password(700)), 'in');
  t.equal(await login(await password(3)), 'replayed_password');
  await clock.advance(PASSWORD_REPLAY_MS);
  t.equal(await login(await password(4)), 'in');
});
