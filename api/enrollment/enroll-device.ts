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
  /** This hardware was known: it has its id back, and its old key is worth nothing any more. */
  readonly reEnrolled: boolean;
}

/** The connection epoch of a device that no connection was accepted from. */
const NEVER_CONNECTED = -1;

/** Whatever is wrong with a token, the answer is this one: nobody learns by trying which tokens exist. */
const REFUSED = 'The enrollment token is not valid: it is unknown, used up or expired. Make a new one.';
const OTHER_DEVICE = 'This token was made for another device.';
/** Whoever has a good token may learn this much: people who take the wrong one must know what to do. */
const OUT_OF_REACH =
  'This computer is enrolled already, in a unit that the token does not reach. Take a token of its unit, or unenroll the device first.';

/**
 * Enrolls a device: proves that it holds its key, uses the token once, and takes the device in, all or nothing. A device that asks again
 * because the answer was lost (same token, key and hardware, never connected since) gets the same answer: nothing is used up or changed.
 * Hardware that is enrolled gets a new key by its old one, by a token that was made for it, or by an administrator's yes.
 * @param from.address of the client, for whoever has to agree
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
  // What was refused has left its trace in the store: it is thrown behind the commit.
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
  /** The key of the known device that the request is proven by; null = by none. */
  readonly provenKey: string | null;
  readonly address: string;
  readonly now: number;
}

/**
 * What this device was already told, when its enrollment stands and it has made nothing of it yet. The token may be used up (by this very
 * device) or expired meanwhile, but must exist: a deleted one lets nobody in.
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
  // A device that was connected and enrolls again starts anew, with a fresh connection epoch.
  if (device.connectionEpoch !== NEVER_CONNECTED) return null;
  const organisation = await tx.organisations.get(token.organisationId);
  if (organisation === null) return null;
  return { device, organisation, reEnrolled: device.enrolledAt !== device.createdAt };
}

/** Takes the device in, or says why not: a fault that is returned leaves what was written, one that is thrown does not. */
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
  // Whoever is still connected with the key before is cut off.
  if (reEnrolled) tx.wake({ kind: 'revoked', deviceId: device.id });
  return { device, organisation, reEnrolled };
}

function isUsable({ maxUses, uses, expiresAt }: EnrollmentTokenRecord, now: number): boolean {
  return (maxUses === null || uses < maxUses) && (expiresAt === null || expiresAt > now);
}

/**
 * The present key of the known device, if the request is proven by it: it is signed with it, or it is the key that is enrolled again. Read outside of the
 * transaction, for a signature takes time; within it the key must still be the same.
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
  // Nobody knows whether this key was revoked.
  if (isHeldKey(former)) return null;
  if (formerKeyProof === undefined) return null;
  try {
    const claim = await verifyJws(formerKeyProof, importPublicKey(former), JWS_TYPES.reEnrollment);
    return claim === formerKeyClaim(text, publicKey) ? former : null;
  } catch (error) {
    // A proof by another key, such as that of another server's enrollment, is none: then somebody has to agree.
    if (error instanceof BadSignature) return null;
    throw error;
  }
}

/** Only the holder of the private key can enroll its public key, and the proof serves for this token alone. */
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
