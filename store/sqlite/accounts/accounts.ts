import type { AccountId, OuId } from '../../../contracts/ids.ts';
import type { Role } from '../../../contracts/roles.ts';
import { Fault } from '../../../kit/fault.ts';
import { textKey } from '../../../kit/text-key.ts';
import type { AccountRecord, AccountStore, NewAccount } from '../../ports/accounts.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

export interface AccountRow {
  readonly id: AccountId;
  readonly organisation_id: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly ou_id: OuId | null;
  readonly ou_path: string | null;
  readonly password_hash: string | null;
  readonly status: AccountRecord['status'];
  readonly oidc_issuer: string | null;
  readonly oidc_subject: string | null;
  readonly provisioned: number;
  readonly second_factor: number;
  readonly last_sign_in_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** An account with the path of its unit as it is now; `/ou_…` when that is gone, so that the person reaches nothing. */
export const ACCOUNT_COLUMNS = `a.id, a.organisation_id, a.email, a.name, a.role, a.ou_id, a.password_hash, a.status, a.oidc_issuer, a.oidc_subject,
  a.provisioned, a.last_sign_in_at, a.created_at, a.updated_at, a.version,
  CASE WHEN a.ou_id IS NOT NULL THEN coalesce(o.path, '/' || a.ou_id) END AS ou_path,
  EXISTS (SELECT 1 FROM second_factors f WHERE f.account_id = a.id AND f.confirmed_at IS NOT NULL) AS second_factor`;

const SELECT = `SELECT ${ACCOUNT_COLUMNS} FROM accounts a LEFT JOIN ous o ON o.id = a.ou_id WHERE a.organisation_id = ?`;

export function createAccountStore({ db }: Pick<Context, 'db'>): Repository<AccountStore> {
  const get = db.prepare<[organisationId: number, id: string], AccountRow>(`${SELECT} AND a.id = ?`);
  const byEmail = db.prepare<[organisationId: number, emailKey: string], AccountRow>(
    `${SELECT} AND a.email_key = ?`,
  );
  const byOidc = db.prepare<[organisationId: number, issuer: string, subject: string], AccountRow>(
    `${SELECT} AND a.oidc_issuer = ? AND a.oidc_subject = ?`,
  );
  const list = db.prepare<[organisationId: number], AccountRow>(`${SELECT} ORDER BY a.id`);
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO accounts (id, organisation_id, email, email_key, name, role, ou_id, password_hash, status, oidc_issuer, oidc_subject, provisioned,
       created_at, updated_at)
     VALUES (:id, :organisationId, :email, :emailKey, :name, :role, :ouId, :passwordHash, 'active', :issuer, :subject, :provisioned, :createdAt, :createdAt)`,
  );
  const update = db.prepare<[Record<string, unknown>]>(
    `UPDATE accounts SET email = :email, email_key = :emailKey, name = :name, role = :role, ou_id = :ouId, password_hash = :passwordHash,
       status = :status, oidc_issuer = :issuer, oidc_subject = :subject, updated_at = :now, version = version + 1 WHERE id = :id`,
  );
  const signedIn = db.prepare<[at: number, id: AccountId]>(
    'UPDATE accounts SET last_sign_in_at = max(coalesce(last_sign_in_at, 0), ?) WHERE id = ?',
  );
  const remove = db.prepare<[organisationId: number, id: string]>(
    'DELETE FROM accounts WHERE organisation_id = ? AND id = ?',
  );

  const found = (row: AccountRow | undefined): AccountRecord | null =>
    row === undefined ? null : accountOf(row);
  const refuseTaken = (organisationId: number, email: string, id: string): void => {
    const holder = byEmail.get(organisationId, textKey(email));
    if (holder !== undefined && holder.id !== id)
      throw new Fault('already_exists', 'An account with this e-mail address exists already.', {
        extras: { existingId: holder.id },
      });
  };
  return {
    create: writes((account) => {
      refuseTaken(account.organisationId, account.email, account.id);
      insert.run({ ...parametersOf(account), provisioned: account.provisioned ? 1 : 0 });
      const row = get.get(account.organisationId, account.id);
      if (row === undefined) throw new Error('an account was not stored');
      return accountOf(row);
    }),
    get: reads((organisationId, id) => found(get.get(organisationId, id))),
    byEmail: reads((organisationId, email) => found(byEmail.get(organisationId, textKey(email)))),
    byOidc: reads((organisationId, issuer, subject) => found(byOidc.get(organisationId, issuer, subject))),
    list: reads((organisationId) => list.all(organisationId).map(accountOf)),
    update: writes((organisationId, id, changes, now) => {
      const known = found(get.get(organisationId, id));
      if (known === null) return null;
      const changed = { ...known, ...changes };
      refuseTaken(organisationId, changed.email, id);
      update.run({ ...parametersOf(changed), status: changed.status, now });
      return found(get.get(organisationId, id));
    }),
    signedIn: writes((id, at) => void signedIn.run(at, id)),
    delete: writes((organisationId, id) => remove.run(organisationId, id).changes > 0),
    ...createLinks(db),
  };
}

function createLinks(
  db: Context['db'],
): Pick<Repository<AccountStore>, 'createLink' | 'endLinks' | 'hasLink' | 'redeemLink'> {
  const clear = db.prepare<[accountId: string]>('DELETE FROM account_links WHERE account_id = ?');
  const insert = db.prepare<
    [{ readonly hash: string; readonly accountId: string; readonly expiresAt: number }]
  >('INSERT INTO account_links (hash, account_id, expires_at) VALUES (:hash, :accountId, :expiresAt)');
  const take = db
    .prepare<[hash: string, now: number], AccountId>(
      'DELETE FROM account_links WHERE hash = ? AND expires_at > ? RETURNING account_id',
    )
    .pluck();
  const find = db.prepare<[hash: string, now: number]>(
    'SELECT 1 FROM account_links WHERE hash = ? AND expires_at > ?',
  );
  return {
    createLink: writes((link) => {
      clear.run(link.accountId);
      insert.run(link);
    }),
    endLinks: writes((accountId) => void clear.run(accountId)),
    hasLink: reads((hash, now) => find.get(hash, now) !== undefined),
    redeemLink: writes((hash, now) => take.get(hash, now) ?? null),
  };
}

function parametersOf(account: NewAccount): Record<string, unknown> {
  const { id, organisationId, email, name, role, ouId, passwordHash, oidc, createdAt } = account;
  return {
    id,
    organisationId,
    email,
    emailKey: textKey(email),
    name,
    role,
    ouId,
    passwordHash,
    issuer: oidc?.issuer ?? null,
    subject: oidc?.subject ?? null,
    createdAt,
  };
}

export function accountOf(row: AccountRow): AccountRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    name: row.name,
    role: row.role,
    ouId: row.ou_id,
    ouPath: row.ou_path,
    passwordHash: row.password_hash,
    status: row.status,
    oidc:
      row.oidc_issuer === null || row.oidc_subject === null
        ? null
        : { issuer: row.oidc_issuer, subject: row.oidc_subject },
    provisioned: row.provisioned === 1,
    secondFactor: row.second_factor === 1,
    lastSignInAt: row.last_sign_in_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
