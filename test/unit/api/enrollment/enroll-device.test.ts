import t from 'tap';
import { enrollDevice } from '../../../../api/enrollment/enroll-device.ts';
import { createToken } from '../../../../api/enrollment/enrollment-tokens.ts';
import { type EnrollRequest, formatEnrollmentToken } from '../../../../contracts/enrollment/enrollment.ts';
import { JWS_TYPES } from '../../../../contracts/mqtt/messages.ts';
import type { EnrollmentTokenInput } from '../../../../contracts/rest/requests.ts';
import { formerKeyClaim } from '../../../../kit/enrollment-proof.ts';
import { silentLog } from '../../../../kit/log.ts';
import { generateSigningKey, type SigningKey, sha256, signJws } from '../../../../kit/signing.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestSchool, EVERYWHERE, type TestSchool } from '../school.ts';

const CA_FINGERPRINT = 'F'.repeat(43);

async function makeToken(school: TestSchool, input: Partial<EnrollmentTokenInput> = {}) {
  const made = await school.store.transaction((tx) =>
    createToken(tx, school.tools, {
      reach: EVERYWHERE,
      input: { name: 'Cart 3', ou: '/Springfield/Low', maxUses: 1, ...input },
    }),
  );
  const text = formatEnrollmentToken({ secret: made.secret, caFingerprint: CA_FINGERPRINT });
  return { ...made, text };
}

async function requestOf(
  token: string,
  {
    key = generateSigningKey(),
    machineId = 'm-1',
    former,
  }: { key?: SigningKey; machineId?: string; former?: SigningKey } = {},
): Promise<EnrollRequest> {
  return {
    token,
    publicKey: key.publicKey,
    proof: await signJws(sha256(token), key, JWS_TYPES.enrollment),
    ...(former === undefined
      ? {}
      : {
          formerKeyProof: await signJws(formerKeyClaim(token, key.publicKey), former, JWS_TYPES.reEnrollment),
        }),
    hardware: {
      machineId,
      serial: 'S1',
      hostname: 'CART-3-01',
      platform: 'linux',
      osVersion: '12',
      manufacturer: null,
      model: null,
    },
    agentVersion: '1.0.0',
  };
}

const enroll = (school: TestSchool, request: EnrollRequest) =>
  enrollDevice({ ...school.tools, log: silentLog }, request, { address: '10.0.0.9' });

t.test('a token and a proven key make a device in the unit of the token', async (t) => {
  const school = await createTestSchool(t);
  const { text, token } = await makeToken(school);
  const key = generateSigningKey();
  const { device, reEnrolled, organisation } = await enroll(school, await requestOf(text, { key }));
  hasFields(t, device, { name: 'CART-3-01', ouPath: '/Springfield/Low', publicKey: key.publicKey });
  t.equal(reEnrolled, false);
  t.equal(organisation.id, 1);
  t.equal((await school.store.enrollmentTokens.get(1, token.id))?.uses, 1);
  hasFields(t, await school.events(), [
    { event: 'device.enrolled', device_id: device.id, data: { device: { id: device.id } } },
  ]);
});

t.test(
  'a device with its old key gets its id back with a new one at once, and its old connection is cut',
  async (t) => {
    const school = await createTestSchool(t);
    const { text } = await makeToken(school, { maxUses: 2 });
    const former = generateSigningKey();
    const first = await enroll(school, await requestOf(text, { key: former }));
    t.notOk((await school.woken()).some(({ kind }) => kind === 'revoked'));
    const key = generateSigningKey();
    const second = await enroll(school, await requestOf(text, { key, former }));
    t.equal(second.device.id, first.device.id);
    t.equal(second.reEnrolled, true);
    t.equal((await school.store.devices.find(first.device.id))?.publicKey, key.publicKey);
    hasFields(t, (await school.woken()).at(-1), { kind: 'revoked', deviceId: first.device.id });
  },
);

t.test('unknown, used up, expired and deleted tokens are refused in the same words', async (t) => {
  const school = await createTestSchool(t);
  const unknown = formatEnrollmentToken({ secret: 'a'.repeat(32), caFingerprint: CA_FINGERPRINT });
  const usedUp = await makeToken(school);
  await enroll(school, await requestOf(usedUp.text));
  const deleted = await makeToken(school);
  await school.store.enrollmentTokens.delete(1, deleted.token.id);
  const expiresAt = new Date(school.clock.now() + 60_000).toISOString();
  const expired = await makeToken(school, { expiresAt });
  await school.clock.advance(60_000);
  const before = await school.store.devices.count(1);
  const details = new Set<string>();
  for (const text of [unknown, usedUp.text, deleted.text, expired.text]) {
    const request = await requestOf(text, { machineId: 'another' });
    await t.rejects(
      enroll(school, request).catch((error: { detail: string }) => {
        details.add(error.detail);
        throw error;
      }),
      { code: 'enrollment_refused' },
    );
  }
  t.equal(details.size, 1);
  hasFields(t, await school.store.devices.count(1), before);
});

t.test('a proof by another key, for another token or for another purpose uses no token up', async (t) => {
  const school = await createTestSchool(t);
  const { text, token } = await makeToken(school);
  const other = await makeToken(school);
  const key = generateSigningKey();
  const request = await requestOf(text, { key });
  const proofs = [
    (await requestOf(text)).proof,
    (await requestOf(other.text, { key })).proof,
    await signJws(sha256(text), key, JWS_TYPES.command),
    'no.jws.atall',
  ];
  for (const proof of proofs)
    await t.rejects(enroll(school, { ...request, proof }), {
      code: 'validation_failed',
      extras: { errors: [{ pointer: '#/proof' }] },
    });
  await t.rejects(enroll(school, { ...request, token: 'sget_short' }), { code: 'validation_failed' });
  t.equal((await school.store.enrollmentTokens.get(1, token.id))?.uses, 0);
});

t.test('a token with a fixed number of uses admits no more, also when all come at once', async (t) => {
  const school = await createTestSchool(t);
  const { text } = await makeToken(school, { maxUses: 2 });
  const requests = await Promise.all(['a', 'b', 'c', 'd'].map((machineId) => requestOf(text, { machineId })));
  const outcomes = await Promise.allSettled(requests.map((request) => enroll(school, request)));
  t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2);
});
