import t from 'tap';
import { enrollDevice } from '../../../../api/enrollment/enroll-device.ts';
import { createToken } from '../../../../api/enrollment/enrollment-tokens.ts';
import {
  createExpiredEnrollmentRequestsJob,
  decideRequest,
  REQUEST_MS,
} from '../../../../api/enrollment/re-enrollment.ts';
import { type EnrollRequest, formatEnrollmentToken } from '../../../../contracts/enrollment/enrollment.ts';
import { JWS_TYPES } from '../../../../contracts/mqtt/messages.ts';
import type { EnrollmentTokenInput } from '../../../../contracts/rest/requests.ts';
import { formerKeyClaim } from '../../../../kit/enrollment-proof.ts';
import { Fault } from '../../../../kit/fault.ts';
import { silentLog } from '../../../../kit/log.ts';
import { generateSigningKey, type SigningKey, sha256, signJws } from '../../../../kit/signing.ts';
import { createTestSchool, EVERYWHERE, type TestSchool } from '../school.ts';

const DAY_MS = 86_400_000;

async function makeToken(school: TestSchool, input: Partial<EnrollmentTokenInput> = {}): Promise<string> {
  const { secret } = await school.store.transaction((tx) =>
    createToken(tx, school.tools, { reach: EVERYWHERE, input: { name: 'Cart 3', ou: '/High', ...input } }),
  );
  return formatEnrollmentToken({ secret, caFingerprint: 'F'.repeat(43) });
}

interface Computer {
  readonly key: SigningKey;
  readonly machineId?: string;
  readonly serial?: string | null;
  /** Signs for the new key. */
  readonly former?: SigningKey;
}

async function enroll(school: TestSchool, token: string, { key, former, ...computer }: Computer) {
  const claim = formerKeyClaim(token, key.publicKey);
  const request: EnrollRequest = {
    token,
    publicKey: key.publicKey,
    proof: await signJws(sha256(token), key, JWS_TYPES.enrollment),
    ...(former === undefined ? {} : { formerKeyProof: await signJws(claim, former, JWS_TYPES.reEnrollment) }),
    hardware: {
      machineId: computer.machineId ?? 'm-1',
      serial: computer.serial === undefined ? 'S1' : computer.serial,
      hostname: 'CART-3-01',
      platform: 'linux',
      osVersion: '12',
      manufacturer: null,
      model: null,
    },
    agentVersion: '1.0.0',
  };
  return await enrollDevice({ ...school.tools, log: silentLog }, request, { address: '10.0.0.9' });
}

/** The code of the refusal, or `enrolled`. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'enrolled';
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
}

async function alertsOf({ store, clock }: TestSchool) {
  const { rows } = await store.alerts.list({
    organisationId: 1,
    filter: {},
    sort: [{ field: 'timestamp', descending: false }],
    limit: 50,
    from: { kind: 'page', page: 1 },
    range: { from: 0, to: clock.now() + 1 },
  });
  return rows;
}

async function connect(school: TestSchool, device: { readonly id: `dev_${string}` }): Promise<void> {
  await school.store.devices.connected(device.id, { epoch: 7, at: school.clock.now() });
}

t.test('a token of another unit takes no device over: the key stays, and an alert tells of it', async (t) => {
  const school = await createTestSchool(t);
  const old = generateSigningKey();
  const { device } = await enroll(school, await makeToken(school), { key: old });
  await connect(school, device);
  const foreign = await makeToken(school, { ou: '/Low' });
  for (let tries = 0; tries < 3; tries++)
    t.equal(await codeOf(enroll(school, foreign, { key: generateSigningKey() })), 'enrollment_refused');
  const now = await school.store.devices.find(device.id);
  t.equal(now?.publicKey, old.publicKey);
  t.equal(now?.connectionEpoch, 7);
  const alerts = await alertsOf(school);
  t.same(
    alerts.map(({ type, severity, deviceId, status, count }) => ({
      type,
      severity,
      deviceId,
      status,
      count,
    })),
    [{ type: 'device_reenrollment', severity: 'high', deviceId: device.id, status: 'open', count: 3 }],
  );
});

t.test(
  'without the old key a token of the unit makes a request: nothing is changed before the yes',
  async (t) => {
    const school = await createTestSchool(t);
    const old = generateSigningKey();
    const text = await makeToken(school, { maxUses: 2 });
    const { device } = await enroll(school, text, { key: old });
    await connect(school, device);
    const key = generateSigningKey();
    t.equal(await codeOf(enroll(school, text, { key })), 'enrollment_waiting');
    t.equal(await codeOf(enroll(school, text, { key })), 'enrollment_waiting', 'the same request');
    t.equal((await school.store.devices.find(device.id))?.publicKey, old.publicKey);
    const [request, ...others] = await school.store.enrollmentRequests.list(1);
    t.same(others, []);
    if (request === undefined) throw new Error('there is no request');
    t.equal(request.publicKey, key.publicKey);
    t.same(
      (await alertsOf(school)).map(({ status }) => status),
      ['open'],
    );

    await school.store.transaction((tx) =>
      decideRequest(tx, EVERYWHERE, {
        id: request.id,
        status: 'approved',
        by: 'acc_1',
        now: school.clock.now(),
      }),
    );
    t.equal((await school.store.devices.find(device.id))?.publicKey, old.publicKey, 'until it comes back');
    t.equal(
      await codeOf(enroll(school, text, { key: generateSigningKey() })),
      'enrollment_refused',
      'the yes is for that key alone, and the token is used up',
    );
    const again = await enroll(school, text, { key });
    t.equal(again.device.id, device.id);
    t.equal(again.device.publicKey, key.publicKey);
    t.same(await school.store.enrollmentRequests.list(1), []);
    t.same(
      (await alertsOf(school)).map(({ status }) => status),
      ['resolved'],
    );
  },
);

t.test('a refused computer stays out, and so does one whose token was deleted after the yes', async (t) => {
  const school = await createTestSchool(t);
  const text = await makeToken(school);
  const { device } = await enroll(school, text, { key: generateSigningKey() });
  await connect(school, device);
  const decide = async (key: SigningKey, status: 'approved' | 'refused') => {
    const request = (await school.store.enrollmentRequests.list(1)).find(
      ({ publicKey }) => publicKey === key.publicKey,
    );
    await school.store.transaction((tx) =>
      decideRequest(tx, EVERYWHERE, { id: request?.id ?? '', status, by: 'acc_1', now: school.clock.now() }),
    );
  };
  const refused = generateSigningKey();
  t.equal(await codeOf(enroll(school, text, { key: refused })), 'enrollment_waiting');
  await decide(refused, 'refused');
  t.equal(await codeOf(enroll(school, text, { key: refused })), 'enrollment_refused');
  const approved = generateSigningKey();
  t.equal(await codeOf(enroll(school, text, { key: approved })), 'enrollment_waiting');
  await decide(approved, 'approved');
  for (const { id } of await school.store.enrollmentTokens.list(1))
    await school.store.enrollmentTokens.delete(1, id);
  t.equal(await codeOf(enroll(school, text, { key: approved })), 'enrollment_refused');
});

t.test('only the present key proves the device, for this token and this new key', async (t) => {
  const school = await createTestSchool(t);
  const text = await makeToken(school);
  const old = generateSigningKey();
  const { device } = await enroll(school, text, { key: old });
  await connect(school, device);
  const stranger = generateSigningKey();
  t.equal(
    await codeOf(enroll(school, text, { key: generateSigningKey(), former: stranger })),
    'enrollment_waiting',
  );
  const key = generateSigningKey();
  const far = await makeToken(school, { ou: '/Low' });
  t.equal(
    (await enroll(school, far, { key, former: old })).device.publicKey,
    key.publicKey,
    'any good token',
  );
  await connect(school, device);
  t.equal(
    await codeOf(enroll(school, text, { key: generateSigningKey(), former: old })),
    'enrollment_waiting',
    'a key before the present one',
  );
  t.equal((await school.store.devices.find(device.id))?.ouPath, '/High', 'a token moves no device');
});

t.test('a token for re-enrollment takes devices of its unit back, and an alert says so', async (t) => {
  const school = await createTestSchool(t);
  const expiresAt = new Date(school.clock.now() + DAY_MS).toISOString();
  const { device } = await enroll(school, await makeToken(school), { key: generateSigningKey() });
  await connect(school, device);
  const elsewhere = await makeToken(school, { ou: '/Low', reEnroll: true, expiresAt });
  t.equal(await codeOf(enroll(school, elsewhere, { key: generateSigningKey() })), 'enrollment_refused');
  const here = await makeToken(school, { ou: '/', reEnroll: true, expiresAt });
  const key = generateSigningKey();
  t.equal((await enroll(school, here, { key })).device.publicKey, key.publicKey);
  t.same((await alertsOf(school)).map(({ severity }) => severity).sort(), ['high', 'info']);
});

t.test('a token for one device takes back that device and lets nobody else in', async (t) => {
  const school = await createTestSchool(t);
  const expiresAt = new Date(school.clock.now() + DAY_MS).toISOString();
  const plain = await makeToken(school);
  const first = await enroll(school, plain, { key: generateSigningKey() });
  const other = await enroll(school, plain, { key: generateSigningKey(), machineId: 'm-2' });
  for (const { device } of [first, other]) await connect(school, device);
  const { ou: _, ...input } = { ou: '', deviceId: first.device.id, expiresAt };
  const { secret } = await school.store.transaction((tx) =>
    createToken(tx, school.tools, { reach: EVERYWHERE, input: { name: 'One', ...input } }),
  );
  const text = formatEnrollmentToken({ secret, caFingerprint: 'F'.repeat(43) });
  const key = generateSigningKey();
  t.equal(await codeOf(enroll(school, text, { key, machineId: 'm-2' })), 'enrollment_refused');
  t.equal(await codeOf(enroll(school, text, { key, machineId: 'm-3' })), 'enrollment_refused');
  t.equal((await enroll(school, text, { key })).device.id, first.device.id);
});

t.test('laptops that share a serial are devices of their own', async (t) => {
  const school = await createTestSchool(t);
  const text = await makeToken(school);
  const made = await Promise.all(
    ['m-1', 'm-2', 'm-3'].map((machineId) =>
      enroll(school, text, { key: generateSigningKey(), machineId, serial: 'To Be Filled By O.E.M.' }),
    ),
  );
  t.equal(new Set(made.map(({ device }) => device.id)).size, 3);
  t.same(
    made.map(({ reEnrolled }) => reEnrolled),
    [false, false, false],
  );
});

t.test('laptops of one image with one machine id and no serial are never merged without a yes', async (t) => {
  const school = await createTestSchool(t);
  const text = await makeToken(school);
  const key = generateSigningKey();
  const { device } = await enroll(school, text, { key, serial: null });
  await connect(school, device);
  t.equal(
    await codeOf(enroll(school, text, { key: generateSigningKey(), serial: null })),
    'enrollment_waiting',
  );
  t.equal((await school.store.devices.find(device.id))?.publicKey, key.publicKey);
});

t.test(
  'one device has so many requests and no more; when they expire, they go with their alerts',
  async (t) => {
    const school = await createTestSchool(t);
    const text = await makeToken(school);
    const { device } = await enroll(school, text, { key: generateSigningKey() });
    await connect(school, device);
    const codes = new Set<string>();
    for (let tries = 0; tries < 5; tries++)
      codes.add(await codeOf(enroll(school, text, { key: generateSigningKey() })));
    t.same([...codes], ['enrollment_waiting']);
    t.equal(await codeOf(enroll(school, text, { key: generateSigningKey() })), 'enrollment_refused');
    t.equal((await school.store.enrollmentRequests.list(1)).length, 5);
    await school.clock.advance(REQUEST_MS);
    const signal = new AbortController().signal;
    await createExpiredEnrollmentRequestsJob(school.tools).run(signal);
    t.same(await school.store.enrollmentRequests.list(1), []);
    t.same([...new Set((await alertsOf(school)).map(({ status }) => status))], ['resolved']);
    t.equal(await codeOf(enroll(school, text, { key: generateSigningKey() })), 'enrollment_waiting');
  },
);
