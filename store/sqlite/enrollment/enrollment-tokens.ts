import type { DeviceId, EnrollmentTokenId, OuId } from '../../../contracts/ids.ts';
import type { EnrollmentTokenRecord, EnrollmentTokenStore } from '../../ports/organisations.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface TokenRow {
  readonly id: EnrollmentTokenId;
  readonly organisation_id: number;
  readonly name: string;
  readonly ou_id: OuId;
  readonly ou_path: string;
  readonly max_uses: number | null;
  readonly uses: number;
  readonly expires_at: number | null;
  readonly re_enroll: number;
  readonly device_id: DeviceId | null;
  readonly created_at: number;
}

const SELECT = `SELECT t.*, o.path AS ou_path FROM enrollment_tokens t JOIN ous o ON o.id = t.ou_id`;

export function createEnrollmentTokenStore({ db }: Pick<Context, 'db'>): Repository<EnrollmentTokenStore> {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO enrollment_tokens (id, organisation_id, secret_hash, name, ou_id, max_uses, expires_at, re_enroll, device_id, created_at)
     VALUES (:id, :organisationId, :secretHash, :name, :ouId, :maxUses, :expiresAt, :reEnroll, :deviceId, :createdAt)`,
  );
  const list = db.prepare<[organisationId: number], TokenRow>(
    `${SELECT} WHERE t.organisation_id = ? ORDER BY t.id`,
  );
  const get = db.prepare<[organisationId: number, id: string], TokenRow>(
    `${SELECT} WHERE t.organisation_id = ? AND t.id = ?`,
  );
  const bySecret = db.prepare<[secretHash: string], TokenRow>(`${SELECT} WHERE t.secret_hash = ?`);
  const use = db.prepare<[secretHash: string, now: number]>(
    `UPDATE enrollment_tokens SET uses = uses + 1
     WHERE secret_hash = ? AND (max_uses IS NULL OR uses < max_uses) AND (expires_at IS NULL OR expires_at > ?)`,
  );
  const remove = db.prepare<[organisationId: number, id: string]>(
    'DELETE FROM enrollment_tokens WHERE organisation_id = ? AND id = ?',
  );

  const found = (row: TokenRow | undefined): EnrollmentTokenRecord | null =>
    row === undefined ? null : tokenOf(row);
  return {
    create: writes((token) => {
      insert.run({ ...token, reEnroll: token.reEnroll ? 1 : 0 });
      const row = get.get(token.organisationId, token.id);
      if (row === undefined) throw new Error('an enrollment token was not stored');
      return tokenOf(row);
    }),
    list: reads((organisationId) => list.all(organisationId).map(tokenOf)),
    get: reads((organisationId, id) => found(get.get(organisationId, id))),
    bySecret: reads((secretHash) => found(bySecret.get(secretHash))),
    redeem: writes((secretHash, now) =>
      use.run(secretHash, now).changes === 0 ? null : found(bySecret.get(secretHash)),
    ),
    delete: writes((organisationId, id) => remove.run(organisationId, id).changes > 0),
  };
}

function tokenOf(row: TokenRow): EnrollmentTokenRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    ouId: row.ou_id,
    ouPath: row.ou_path,
    maxUses: row.max_uses,
    uses: row.uses,
    expiresAt: row.expires_at,
    reEnroll: row.re_enroll === 1,
    deviceId: row.device_id,
    createdAt: row.created_at,
  };
}
