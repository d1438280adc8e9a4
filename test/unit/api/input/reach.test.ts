import t from 'tap';
import { unenrollDevice, updateDevice } from '../../../../api/devices/devices.ts';
import { createToken, deleteToken } from '../../../../api/enrollment/enrollment-tokens.ts';
import { commandInReach, requireWholeOrganisation } from '../../../../api/input/reach.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestSchool, EVERYWHERE } from '../school.ts';

const HIGH = { ...EVERYWHERE, ouPath: '/Springfield/High' };
const LOW = { ...EVERYWHERE, ouPath: '/Springfield/Low' };
const anyVersion = (): void => undefined;

t.test('a key of one unit moves no device out of it, and learns nothing of other units', async (t) => {
  const { store, clock, deviceId, enroll } = await createTestSchool(t);
  await enroll('LOW-1', '/Springfield/Low');
  const call = { reach: HIGH, id: deviceId, now: clock.now(), checkVersion: anyVersion };
  const move = (ou: string) => store.transaction((tx) => updateDevice(tx, call, { ou }));
  for (const ou of ['/Springfield/Low', '/Springfield/Nowhere', '/Springfield/Higher', '/'])
    await t.rejects(move(ou), { code: 'ou_not_permitted' });
  await t.rejects(move('/Springfield/High/Nowhere'), {
    code: 'unprocessable',
    extras: { errors: [{ pointer: '#/ou' }] },
  });
  t.equal((await move('/Springfield/High')).ouPath, '/Springfield/High');
});

t.test('a unit can be named by its id', async (t) => {
  const { store, clock, deviceId, enroll } = await createTestSchool(t);
  const { ouId } = await enroll('LOW-1', '/Springfield/Low');
  const call = { reach: EVERYWHERE, id: deviceId, now: clock.now(), checkVersion: anyVersion };
  const moved = await store.transaction((tx) => updateDevice(tx, call, { ou: ouId }));
  t.equal(moved.ouPath, '/Springfield/Low');
});

t.test('an empty patch changes nothing, not even the version', async (t) => {
  const { store, clock, deviceId } = await createTestSchool(t);
  const before = await store.devices.find(deviceId);
  const call = { reach: EVERYWHERE, id: deviceId, now: clock.now() + 1, checkVersion: anyVersion };
  t.same(await store.transaction((tx) => updateDevice(tx, call, {})), before);
});

t.test('a command is seen with the device that it is for', async (t) => {
  const school = await createTestSchool(t);
  const { id } = await school.order({ type: 'locate' });
  t.equal((await commandInReach(school.store, HIGH, id)).id, id);
  await t.rejects(commandInReach(school.store, LOW, id), { code: 'not_found' });
});

t.test('tokens are made and deleted only for the unit of the key', async (t) => {
  const { store, tools } = await createTestSchool(t);
  const make = (input: { readonly ou?: string }) =>
    store.transaction((tx) => createToken(tx, tools, { reach: HIGH, input: { name: 'Cart', ...input } }));
  await t.rejects(make({ ou: '/Springfield/Low' }), { code: 'ou_not_permitted' });
  const { token } = await make({});
  t.equal(token.ouPath, '/Springfield/High', 'the unit of the key, when none is named');
  await t.rejects(
    store.transaction((tx) => deleteToken(tx, LOW, token.id)),
    { code: 'not_found' },
  );
  await store.transaction((tx) => deleteToken(tx, HIGH, token.id));
  t.equal(await store.enrollmentTokens.get(1, token.id), null);
});

t.test('a token for the past, or for a malformed path, is refused at its field', async (t) => {
  const { store, tools, clock } = await createTestSchool(t);
  const make = (input: { readonly ou?: string; readonly expiresAt?: string }) =>
    store.transaction((tx) =>
      createToken(tx, tools, { reach: EVERYWHERE, input: { name: 'Cart', ...input } }),
    );
  const expiresAt = new Date(clock.now()).toISOString();
  await t.rejects(make({ expiresAt }), {
    code: 'validation_failed',
    extras: { errors: [{ pointer: '#/expiresAt' }] },
  });
  await t.rejects(make({ ou: 'Springfield' }), {
    code: 'validation_failed',
    extras: { errors: [{ pointer: '#/ou' }] },
  });
});

t.test('what concerns the whole organisation is not for the key of a unit', async (t) => {
  t.throws(() => requireWholeOrganisation(HIGH), { code: 'ou_not_permitted' });
  t.doesNotThrow(() => requireWholeOrganisation(EVERYWHERE));
});

t.test('a device that is let go is gone, its connection cut, and its commands ended', async (t) => {
  const school = await createTestSchool(t);
  const { store, clock, deviceId } = school;
  const { id } = await school.order({ type: 'lock' });
  const call = { reach: EVERYWHERE, id: deviceId, now: clock.now(), checkVersion: anyVersion };
  await store.transaction((tx) => unenrollDevice(tx, call));
  t.equal(await store.devices.find(deviceId), null);
  t.equal((await school.command(id)).status, 'cancelled');
  hasFields(t, (await school.woken()).at(-1), { kind: 'revoked', deviceId });
  await t.rejects(
    store.transaction((tx) => unenrollDevice(tx, call)),
    { code: 'not_found' },
  );
});
