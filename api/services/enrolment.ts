import { type EnrollRequest, parseEnrollmentToken } from '../../contracts/enrollment/enrollment.ts';
import { JWS_TYPES } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { IdSource } from '../../kit/random.ts';
import { BadSignature, importPublicKey, sha256, verifyJws } from '../../kit/signing.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { OrganisationRecord } from '../../store/ports/organisations.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { toDevice } from '../../store/views/device.ts';
import { fieldFault } from './field-fault.ts';

export interface EnrolmentTools {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
}

export interface Enrolment {
  readonly device: DeviceRecord;
  readonly organisation: OrganisationRecord;
  /** This hardware was known: it has its id back, and its old key is worth nothing any more. */
  readonly reEnrolled: boolean;
}

/** The connection epoch of a device that no connection was accepted from. */
const NEVER_CONNECTED = -1;

/** Whatever is wrong with a token, the answer is this one: nobody learns by trying which tokens exist. */
const REFUSED = 'The enrolment token is not valid: it is unknown, used up or expired. Make a new one.';

/**
 * Enrols a device: proves that it holds its key, uses the token once, and takes the device in, all or nothing. A device that asks again
 * because the answer was lost (same token, key and hardware, never connected since) gets the same answer: nothing is used up or changed.
 * @throws Fault enrolment_refused for any token that does not serve, validation_failed for a key or proof that does not fit
 */
export async function enrolDevice(tools: EnrolmentTools, request: EnrollRequest): Promise<Enrolment> {
  const { store, clock, log } = tools;
  const token = parseEnrollmentToken(request.token);
  if (token === null) throw fieldFault('#/token', 'pattern', 'This is not an enrolment token.');
  await checkProof(request);
  const secretHash = sha256(token.secret);
  const enrolment = await store.transaction(
    async (tx) =>
      (await answeredBefore(tx, request, secretHash)) ??
      (await takeIn(tx, tools, { request, secretHash, now: clock.now() })),
  );
  const { device, reEnrolled } = enrolment;
  log.info({ deviceId: device.id, reEnrolled }, 'a device enrolled');
  return enrolment;
}

/**
 * What this device was already told, when its enrolment stands and it has made nothing of it yet. The token may be used up (by this very
 * device) or expired meanwhile, but must exist: a deleted one lets nobody in.
 */
async function answeredBefore(
  tx: Transaction,
  request: EnrollRequest,
  secretHash: string,
): Promise<Enrolment | null> {
  const token = await tx.enrollmentTokens.bySecret(secretHash);
  if (token === null) return null;
  const device = await tx.devices.enrolledWith(token.organisationId, request);
  // A device that was connected and enrols again starts anew, with a fresh connection epoch.
  if (device === null || device.connectionEpoch !== NEVER_CONNECTED) return null;
  const organisation = await tx.organisations.get(token.organisationId);
  if (organisation === null) return null;
  return { device, organisation, reEnrolled: device.enrolledAt !== device.createdAt };
}

async function takeIn(
  tx: Transaction,
  { ids }: Pick<EnrolmentTools, 'ids'>,
  call: { readonly request: EnrollRequest; readonly secretHash: string; readonly now: number },
): Promise<Enrolment> {
  const { request, secretHash, now } = call;
  const token = await tx.enrollmentTokens.redeem(secretHash, now);
  const organisation = token === null ? null : await tx.organisations.get(token.organisationId);
  if (token === null || organisation === null) throw new Fault('enrolment_refused', REFUSED);
  const { publicKey, hardware, agentVersion } = request;
  const { device, reEnrolled } = await tx.devices.enrol({
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

/** Only the holder of the private key can enrol its public key, and the proof serves for this token alone. */
async function checkProof({ token, publicKey, proof }: EnrollRequest): Promise<void> {
  try {
    const proven = await verifyJws(proof, keyOf(publicKey), JWS_TYPES.enrolment);
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
