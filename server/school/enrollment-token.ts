import { createToken } from '../../api/enrollment/enrollment-tokens.ts';
import { formatEnrollmentToken } from '../../contracts/enrollment/enrollment.ts';
import type { EnrollmentTokenId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';
import { toEnrollmentToken } from '../../store/views/enrollment-token.ts';

export interface EnrollmentTokenRequest {
  readonly name: string;
  /** Path of the organisational unit; made when it is missing. */
  readonly ou: string;
  /** Null = any number of devices. */
  readonly maxUses: number | null;
  /** Epoch milliseconds; null = never. */
  readonly expiresAt: number | null;
  /** Re-enrolls devices of the unit without approval. */
  readonly reEnroll?: boolean;
  /** Who makes it, for the audit: `cli`, `system` (the default) or an account. */
  readonly actor?: string;
}

export interface MadeEnrollmentToken {
  readonly id: EnrollmentTokenId;
  /** The text for `schoolgate-agent enroll`; only its hash is kept. */
  readonly token: string;
}

/**
 * Makes an enrollment token as the REST API does, for the command line, the dashboard and the demonstration, which have no API key.
 * @throws Fault validation_failed for a malformed OU path or a time that has passed
 */
export async function createEnrollmentToken(
  tools: {
    readonly store: Store;
    readonly clock: Clock;
    readonly ids: IdSource;
    readonly random: Random;
    readonly authorityFingerprint: string;
  },
  { name, ou, maxUses, expiresAt, reEnroll = false, actor = 'system' }: EnrollmentTokenRequest,
): Promise<MadeEnrollmentToken> {
  const reach = { organisationId: DEFAULT_ORGANISATION_ID, ouPath: null };
  const input = {
    name,
    ou,
    maxUses,
    reEnroll,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
  const { token, secret } = await tools.store.transaction(async (tx) => {
    const made = await createToken(tx, tools, { reach, input });
    await tx.audit.append({
      organisationId: reach.organisationId,
      at: tools.clock.now(),
      actor,
      action: 'enrollment_token.created',
      target: made.token.id,
      after: toEnrollmentToken(made.token),
    });
    return made;
  });
  return {
    id: token.id,
    token: formatEnrollmentToken({ secret, caFingerprint: tools.authorityFingerprint }),
  };
}
