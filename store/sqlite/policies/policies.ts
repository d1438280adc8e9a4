import type { OuId, PolicyId, RuleId, UserId } from '../../../contracts/ids.ts';
import { Fault } from '../../../kit/fault.ts';
import { searchKey, textKey } from '../../../kit/text-key.ts';
import type {
  PolicyFields,
  PolicyRecord,
  PolicyStore,
  PolicyTarget,
  PolicyTargetIds,
} from '../../ports/policies.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { readPolicyList } from './policies-list.ts';
import { bodyText, type PolicyRow, policyOf } from './policies-row.ts';

const COLUMNS =
  'id, organisation_id, name, built_in, enabled, priority, body, version, created_at, updated_at';

export function createPolicyStore({ db, lists }: Pick<Context, 'db' | 'lists'>): Repository<PolicyStore> {
  const writer = createPolicyWriter({ db });
  const nameTarget = createTargetNames({ db });
  const get = db.prepare<[organisationId: number, id: string], PolicyRow>(
    `SELECT ${COLUMNS} FROM policies WHERE organisation_id = ? AND id = ?`,
  );
  const current = db.prepare<[organisationId: number], PolicyRow>(
    `SELECT ${COLUMNS} FROM policies WHERE organisation_id = ? ORDER BY id`,
  );
  const asOf = db.prepare<[organisationId: number, at: number, at: number], PolicyRow>(
    `SELECT policy_id AS ${COLUMNS} FROM policy_versions
     WHERE organisation_id = ? AND valid_from <= ? AND (valid_until IS NULL OR valid_until > ?) ORDER BY policy_id`,
  );
  const version = db
    .prepare<[organisationId: number], number>('SELECT policy_version FROM organisations WHERE id = ?')
    .pluck();
  const ruleIds = db
    .prepare<[organisationId: number, id: string], RuleId>(
      `SELECT DISTINCT rule.value ->> 'id' FROM policy_versions, json_each(body, '$.rules') AS rule
       WHERE organisation_id = ? AND policy_id = ?`,
    )
    .pluck();

  const namedIn =
    (organisationId: number) =>
    (row: PolicyRow): PolicyRecord =>
      policyOf(row, (target) => nameTarget(organisationId, target));
  const find = (organisationId: number, id: string): PolicyRecord | null => {
    const row = get.get(organisationId, id);
    return row === undefined ? null : namedIn(organisationId)(row);
  };
  const kept = (organisationId: number, id: PolicyId): PolicyRecord => {
    const policy = find(organisationId, id);
    if (policy === null) throw new Error(`policy ${id} is gone in the transaction that wrote it`);
    return policy;
  };

  return {
    get: reads(find),
    list: reads((query) => {
      const page = readPolicyList({ lists }, query);
      return { ...page, rows: page.rows.map(namedIn(query.organisationId)) };
    }),
    current: reads((organisationId) => current.all(organisationId).map(namedIn(organisationId))),
    asOf: reads((organisationId, at) => asOf.all(organisationId, at, at).map(namedIn(organisationId))),
    version: reads((organisationId) => version.get(organisationId) ?? 0),
    nameTarget: reads(nameTarget),
    ruleIds: reads((organisationId, id) => ruleIds.all(organisationId, id)),
    create: writes(({ id, organisationId, now }, fields) => {
      writer.put({ id, organisationId, createdAt: now, updatedAt: now, builtIn: false }, fields);
      return kept(organisationId, id);
    }),
    update: writes((organisationId, id, fields, now) => {
      const known = find(organisationId, id);
      if (known === null || isSame(known, fields)) return known;
      writer.put({ ...known, updatedAt: now }, fields);
      return kept(organisationId, known.id);
    }),
    delete: writes((organisationId, id, now) => {
      const known = find(organisationId, id);
      if (known === null) return null;
      if (known.builtIn)
        throw new Fault('policy_in_use', 'This is the built-in policy: it can be changed, not deleted.');
      return { ...known, updatedAt: now, version: writer.remove(known, now) };
    }),
  };
}

function isSame(known: PolicyRecord, fields: PolicyFields): boolean {
  return (
    known.name === fields.name &&
    known.enabled === fields.enabled &&
    known.priority === fields.priority &&
    bodyText(known) === bodyText(fields)
  );
}

type Identity = Pick<PolicyRecord, 'id' | 'organisationId' | 'createdAt' | 'updatedAt' | 'builtIn'>;

/** Writes a policy together with its history and the organisation's counters. */
function createPolicyWriter({ db }: Pick<Context, 'db'>): {
  put(identity: Identity, fields: PolicyFields): void;
  /** @returns the number of the deletion */
  remove(policy: Pick<PolicyRecord, 'id' | 'organisationId'>, now: number): number;
} {
  const nextVersion = db
    .prepare<[organisationId: number], number>(
      `UPDATE organisations SET policy_version = policy_version + 1, settings_version = settings_version + 1
       WHERE id = ? RETURNING policy_version`,
    )
    .pluck();
  const put = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO policies (id, organisation_id, name, name_key, search_key, built_in, enabled, priority, body, version, created_at, updated_at)
     VALUES (:id, :organisationId, :name, :nameKey, :searchKey, :builtIn, :enabled, :priority, :body, :version, :createdAt, :updatedAt)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, search_key = excluded.search_key,
       enabled = excluded.enabled, priority = excluded.priority, body = excluded.body, version = excluded.version,
       updated_at = excluded.updated_at`,
  );
  const begin = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO policy_versions (policy_id, version, organisation_id, valid_from, valid_until, name, built_in, enabled, priority, body,
       created_at, updated_at)
     VALUES (:id, :version, :organisationId, :updatedAt, NULL, :name, :builtIn, :enabled, :priority, :body, :createdAt, :updatedAt)`,
  );
  // What a clock that was ahead has written beyond now is cut at now: no two versions of a policy hold at the same time.
  const end = db.prepare<[Record<string, unknown>]>(
    `UPDATE policy_versions SET valid_from = min(valid_from, :now), valid_until = min(coalesce(valid_until, :now), :now)
     WHERE policy_id = :id AND (valid_until IS NULL OR valid_until > :now)`,
  );
  const remove = db.prepare<[id: string]>('DELETE FROM policies WHERE id = ?');

  const next = (organisationId: number): number => {
    const version = nextVersion.get(organisationId);
    if (version === undefined) throw new Fault('not_found', 'There is no such organisation.');
    return version;
  };
  return {
    put(identity, fields) {
      const { name, description, enabled, priority } = fields;
      const row = {
        id: identity.id,
        organisationId: identity.organisationId,
        name,
        enabled: enabled ? 1 : 0,
        priority,
        builtIn: identity.builtIn ? 1 : 0,
        body: bodyText(fields),
        version: next(identity.organisationId),
        createdAt: identity.createdAt,
        updatedAt: identity.updatedAt,
      };
      put.run({ ...row, nameKey: textKey(name), searchKey: searchKey([name, description]) });
      end.run({ id: row.id, now: row.updatedAt });
      begin.run(row);
    },
    remove({ id, organisationId }, now) {
      const version = next(organisationId);
      remove.run(id);
      end.run({ id, now });
      return version;
    },
  };
}

/** Gives the ids of targets their names of today. */
function createTargetNames({
  db,
}: Pick<Context, 'db'>): (organisationId: number, target: PolicyTargetIds) => PolicyTarget {
  const paths = db.prepare<
    [organisationId: number, ids: string],
    { readonly id: OuId; readonly path: string }
  >('SELECT id, path FROM ous WHERE organisation_id = ? AND id IN (SELECT value FROM json_each(?))');
  const emails = db.prepare<
    [organisationId: number, ids: string],
    { readonly id: UserId; readonly email: string }
  >('SELECT id, email FROM users WHERE organisation_id = ? AND id IN (SELECT value FROM json_each(?))');
  return (organisationId, { everyone, ous, users, devices }) => ({
    everyone,
    ous: ous.length === 0 ? [] : inOrder(ous, paths.all(organisationId, JSON.stringify(ous))),
    users: users.length === 0 ? [] : inOrder(users, emails.all(organisationId, JSON.stringify(users))),
    devices,
  });
}

function inOrder<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id as Row['id']) ?? []);
}
