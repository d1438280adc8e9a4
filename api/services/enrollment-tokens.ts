import { isId } from '../../contracts/ids.ts';
import type { EnrollmentTokenInput } from '../../contracts/rest/requests.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { base62, type IdSource, type Random } from '../../kit/random.ts';
import { sha256 } from '../../kit/signing.ts';
import type { EnrollmentTokenRecord, OuRecord } from '../../store/ports/organisations.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { fieldFault, notFound } from './field-fault.ts';
import { mayReach, namedOu, type Reach, requireOu } from './reach.ts';

/** `contracts/enrollment`: 32 base62 characters, 190 bits. */
const SECRET_LENGTH = 32;

/**
 * Makes an enrolment token. Its unit is made when it is missing. Only the hash of the secret is stored.
 * @throws Fault ou_not_permitted, validation_failed for a malformed path or a time that has passed, unprocessable for an unknown unit id
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
  const unit = await unitOf(tx, reach, { reference: input.ou ?? reach.ouPath ?? '/', now });
  const secret = base62(random, SECRET_LENGTH);
  const token = await tx.enrollmentTokens.create({
    id: ids.next('enr'),
    organisationId: reach.organisationId,
    name: input.name.trim(),
    ouId: unit.id,
    maxUses: input.maxUses ?? null,
    expiresAt,
    createdAt: now,
    secretHash: sha256(secret),
  });
  return { token, secret };
}

/** @throws Fault not_found */
export async function deleteToken(tx: Transaction, reach: Reach, id: string): Promise<void> {
  const token = await tx.enrollmentTokens.get(reach.organisationId, id);
  if (token === null || !mayReach(reach, token.ouPath)) throw notFound('enrolment token');
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
