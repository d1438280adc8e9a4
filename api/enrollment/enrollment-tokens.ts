import { isId } from '../../contracts/ids.ts';
import type { EnrollmentTokenInput } from '../../contracts/rest/requests.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { base62, type IdSource, type Random } from '../../kit/random.ts';
import { sha256 } from '../../kit/signing.ts';
import type { EnrollmentTokenRecord, OuRecord } from '../../store/ports/organisations.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import { deviceInReach, mayReach, namedOu, type Reach, requireOu } from '../input/reach.ts';

/** `contracts/enrollment`: 32 base62 characters, 190 bits. */
const SECRET_LENGTH = 32;
/** A week is enough to install the laptops of a school anew. */
const MAX_RE_ENROLLMENT_MS = 7 * 86_400_000;

/**
 * Makes an enrollment token. Its unit is made when it is missing. Only the hash of the secret is stored.
 * @throws Fault ou_not_permitted, validation_failed for a malformed path or a time that has passed, unprocessable for an unknown unit id,
 * not_found for a device that is not within reach
 */
export async function createToken(
  tx: Transaction,
  { clock, ids, random }: { readonly clock: Clock; readonly ids: IdSource; readonly random: Random },
  { reach, input }: { readonly reach: Reach; readonly input: EnrollmentTokenInput },
): Promise<{ readonly token: EnrollmentTokenRecord; readonly secret: string }> {
  const now = clock.now();
  const expiresAt = input.expiresAt == null ? null : Date.parse(input.expiresAt);
  if (expiresAt !== null && !(expiresAt > now))
    throw fieldFault('#/expiresAt', 'past', 'The token would have expired already.');
  const device = input.deviceId == null ? null : await deviceInReach(tx, reach, input.deviceId);
  const reEnroll = device !== null || input.reEnroll === true;
  if (reEnroll) checkReEnrollment(input, { expiresAt, now });
  const unit =
    device === null
      ? await unitOf(tx, reach, { reference: input.ou ?? reach.ouPath ?? '/', now })
      : { id: device.ouId };
  const secret = base62(random, SECRET_LENGTH);
  const token = await tx.enrollmentTokens.create({
    id: ids.next('enr'),
    organisationId: reach.organisationId,
    name: input.name.trim(),
    ouId: unit.id,
    maxUses: input.maxUses ?? (device === null ? null : 1),
    expiresAt,
    reEnroll,
    deviceId: device?.id ?? null,
    createdAt: now,
    secretHash: sha256(secret),
  });
  return { token, secret };
}

/** A token that re-enrolls devices without asking must have a short life. */
function checkReEnrollment(
  { ou, reEnroll, deviceId }: EnrollmentTokenInput,
  { expiresAt, now }: { readonly expiresAt: number | null; readonly now: number },
): void {
  if (deviceId != null && ou !== undefined)
    throw fieldFault('#/ou', 'device_unit', 'The unit is that of the device: leave "ou" out.');
  if (deviceId != null && reEnroll === false)
    throw fieldFault('#/reEnroll', 'device', 'A token for one device is for its re-enrollment.');
  if (expiresAt === null || expiresAt > now + MAX_RE_ENROLLMENT_MS)
    throw fieldFault('#/expiresAt', 'too_late', 'A token for re-enrollment expires within 7 days.');
}

/** @throws Fault not_found */
export async function deleteToken(tx: Transaction, reach: Reach, id: string): Promise<void> {
  const token = await tx.enrollmentTokens.get(reach.organisationId, id);
  if (token === null || !mayReach(reach, token.ouPath)) throw notFound('enrollment token');
  await tx.enrollmentTokens.delete(reach.organisationId, id);
}

async function unitOf(
  tx: Transaction,
  reach: Reach,
  { reference, now }: { readonly reference: string; readonly now: number },
): Promise<OuRecord> {
  if (isId('ou', reference)) return await namedOu(tx, reach, reference);
  requireOu(reach, reference);
  try {
    return await tx.ous.ensurePath(reach.organisationId, reference, now);
  } catch (error) {
    if (error instanceof Fault && error.code === 'validation_failed')
      throw fieldFault('#/ou', 'ou_path', error.detail, error);
    throw error;
  }
}
