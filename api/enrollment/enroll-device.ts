import { type EnrollRequest, parseEnrollmentToken } from '../../contracts/enrollment/enrollment.ts';
import { JWS_TYPES } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import { formerKeyClaim } from '../../kit/enrollment-proof.ts';
import { Fault } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { IdSource } from '../../kit/random.ts';
import { BadSignature, importPublicKey, sha256, verifyJws } from '../../kit/signing.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { EnrollmentTokenRecord, OrganisationRecord } from '../../store/ports/organisations.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { isHeldKey } from '../../store/rules/held-key.ts';
import { toDevice } from '../../store/views/device.ts';
import { fieldFault } from '../input/field-fault.ts';
import { askToReEnroll, forgetRequestsOf, rightToReEnroll } from './re-enrollment.ts';
import { raiseForeignTokenAlert, raiseIntendedAlert } from './re-enrollment-alerts.ts';

export interface EnrollmentTools {
  readonly store: Pick<Store, 'transaction' | 'enrollmentTokens' | 'devices'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
}

export interface Enrollment {
  readonly device: DeviceRecord;
  readonly organisation: OrganisationRecord;
  /** The hardware was known: the device got its id back, and its old key is revoked. */
  readonly reEnrolled: boolean;
}

/** The connection epoch of a device that has never connected. */
const NEVER_CONNECTED = -1;

/** The answer is the same for every unusable token, so that nobody learns by trying which tokens exist. */
const REFUSED = 'The enrollment token is not valid: it is unknown, used up or expired. Make a new one.';
const OTHER_DEVICE = 'This token was made for another device.';
/** Somebody with a valid token may learn this much, because people who take the wrong token must know what to do. */
const OUT_OF_REACH =
  'This computer is enrolled already, in a unit that the token does not reach. Take a token of its unit, or unenroll the device first.';

/**
 * Enrolls a device, all or nothing: it checks that the device holds its key, uses the token once, and stores the device. A device that asks
 * again because the answer was lost (same token, key and hardware, never connected since) gets the same answer, and nothing is used up or
 * changed. Hardware that is already enrolled gets a new key in three cases: its old key signs the request, the token was made for it, or an
 * administrator agrees.
 * @param from.address of the client, for the administrator who has to agree
 * @throws Fault enrollment_refused for any token that does not serve, enrollment_waiting until an administrator has agreed,
 * validation_failed for a key or proof that does not fit
 */
export async function enrollDevice(
  tools: EnrollmentTools,
  request: EnrollRequest,
  { address }: { readonly address: string },
): Promise<Enrollment> {
  const { store, clock, log } = tools;
  const token = parseEnrollmentToken(request.token);
  if (token === null) throw fieldFault('#/token', 'pattern', 'This is not an enrollment token.');
  await checkProof(request);
  const secretHash = sha256(token.secret);
  const provenKey = await provenFormerKey(tools.store, request, secretHash);
  const outcome = await store.transaction(
    async (tx) =>
      (await answeredBefore(tx, request, secretHash)) ??
      (await judge(tx, tools, { request, secretHash, provenKey, address, now: clock.now() })),
  );
  // A returned fault leaves its trace in the store, so it is thrown after the commit.
  if (outcome instanceof Fault) {
    log.warn({ address, code: outcome.code, reason: outcome.detail }, 'an enrollment was not carried out');
    throw outcome;
  }
  const { device, reEnrolled } = outcome;
  log.info({ deviceId: device.id, reEnrolled }, 'a device enrolled');
  return outcome;
}

interface Call {
  readonly request: EnrollRequest;
  readonly secretHash: string;
  /** The key of the known device that proves the request; null = none does. */
  readonly provenKey: string | null;
  readonly address: string;
  readonly now: number;
}

/**
 * The earlier answer for this device, when its enrollment stands and it has not connected since. The token may meanwhile be used up (by
 * this device) or expired, but it must exist: a deleted token admits nobody.
 */
async function answeredBefore(
  tx: Transaction,
  request: EnrollRequest,
  secretHash: string,
): Promise<Enrollment | null> {
  const token = await tx.enrollmentTokens.bySecret(secretHash);
  if (token === null) return null;
  const device = await tx.devices.ofHardware(token.organisationId, request.hardware);
  if (device === null || device.publicKey !== request.publicKey) return null;
  // A device that has connected and enrolls again starts anew, with a new connection epoch.
  if (device.connectionEpoch !== NEVER_CONNECTED) return null;
  const organisation = await tx.organisations.get(token.organisationId);
  if (organisation === null) return null;
  return { device, organisation, reEnrolled: device.enrolledAt !== device.createdAt };
}

/** Stores the device, or returns a fault. A returned fault keeps what was written; a thrown fault does not. */
async function judge(tx: Transaction, tools: EnrollmentTools, call: Call): Promise<Enrollment | Fault> {
  const { request, secretHash, provenKey, address, now } = call;
  const token = await tx.enrollmentTokens.bySecret(secretHash);
  if (token === null) throw new Fault('enrollment_refused', REFUSED);
  const redeem = async (): Promise<void> => {
    if ((await tx.enrollmentTokens.redeem(secretHash, now)) === null)
      throw new Fault('enrollment_refused', REFUSED);
  };
  const known = await tx.devices.ofHardware(token.organisationId, request.hardware);
  if (known === null) {
    if (token.deviceId !== null) throw new Fault('enrollment_refused', OTHER_DEVICE);
    await redeem();
    return await takeIn(tx, tools, { token, call });
  }
  switch (rightToReEnroll(known, { token, proven: provenKey !== null && provenKey === known.publicKey })) {
    case 'key':
      await redeem();
      break;
    case 'token':
      await redeem();
      await raiseIntendedAlert(tx, { known, token, address, at: now });
      break;
    case 'ask': {
      const asked = await askToReEnroll(tx, tools, { known, token, request, address, now, redeem });
      if (!asked.approved) return asked.refusal;
      break;
    }
    case 'none':
      if (!isUsable(token, now)) throw new Fault('enrollment_refused', REFUSED);
      await raiseForeignTokenAlert(tx, {
        known,
        token,
        hostname: request.hardware.hostname,
        address,
        at: now,
      });
      return new Fault('enrollment_refused', OUT_OF_REACH);
  }
  await forgetRequestsOf(tx, known, now);
  return await takeIn(tx, tools, { token, call });
}

async function takeIn(
  tx: Transaction,
  { ids }: Pick<EnrollmentTools, 'ids'>,
  { token, call }: { readonly token: EnrollmentTokenRecord; readonly call: Call },
): Promise<Enrollment> {
  const organisation = await tx.organisations.get(token.organisationId);
  if (organisation === null) throw new Fault('enrollment_refused', REFUSED);
  const { publicKey, hardware, agentVersion } = call.request;
  const { now } = call;
  const { device, reEnrolled } = await tx.devices.enroll({
    id: ids.next('dev'),
    organisationId: organisation.id,
    ouId: token.ouId,
    publicKey,
    hardware,
    agentVersion,
    now,
  });
  await tx.events.append({
    type: 'device.enrolled',
    organisationId: organisation.id,
    at: now,
    deviceId: device.id,
    data: { device: toDevice(device, now) },
  });
  // Cuts off a connection that still uses the previous key.
  if (reEnrolled) tx.wake({ kind: 'revoked', deviceId: device.id });
  return { device, organisation, reEnrolled };
}

function isUsable({ maxUses, uses, expiresAt }: EnrollmentTokenRecord, now: number): boolean {
  return (maxUses === null || uses < maxUses) && (expiresAt === null || expiresAt > now);
}

/**
 * The present key of the known device, if it proves the request: the request is signed with it, or the same key is enrolled again. It is
 * called outside of the transaction, because verifying takes time. Inside the transaction the key must still be the same.
 */
async function provenFormerKey(
  { enrollmentTokens, devices }: EnrollmentTools['store'],
  request: EnrollRequest,
  secretHash: string,
): Promise<string | null> {
  const { token: text, publicKey, formerKeyProof, hardware } = request;
  const token = await enrollmentTokens.bySecret(secretHash);
  const known = token === null ? null : await devices.ofHardware(token.organisationId, hardware);
  const former = known?.publicKey ?? null;
  if (former === null || former === publicKey) return former;
  // A held key may have been revoked, so it proves nothing.
  if (isHeldKey(former)) return null;
  if (formerKeyProof === undefined) return null;
  try {
    const claim = await verifyJws(formerKeyProof, importPublicKey(former), JWS_TYPES.reEnrollment);
    return claim === formerKeyClaim(text, publicKey) ? former : null;
  } catch (error) {
    // A proof by another key, such as one from another server's enrollment, proves nothing. In that case an administrator has to agree.
    if (error instanceof BadSignature) return null;
    throw error;
  }
}

/** Only the holder of the private key can enroll its public key. The proof is good for this token only. */
async function checkProof({ token, publicKey, proof }: EnrollRequest): Promise<void> {
  try {
    const proven = await verifyJws(proof, keyOf(publicKey), JWS_TYPES.enrollment);
    if (proven === sha256(token.trim())) return;
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
  }
  throw fieldFault('#/proof', 'proof', 'The proof was not made with this key for this token.');
}

function keyOf(publicKey: string): ReturnType<typeof importPublicKey> {
  try {
    return importPublicKey(publicKey);
  } catch (error) {
    throw fieldFault('#/publicKey', 'key', 'This is not an Ed25519 public key.', error);
  }
}
