import { sql } from 'kysely';
import type { WebhookId } from '../../../contracts/ids.ts';
import type {
  WebhookKeyRecord,
  WebhookRecord,
  WebhookSecretRecord,
  WebhookStore,
} from '../../ports/events.ts';
import { changedWebhook, newWebhook } from '../../rules/webhook-changes.ts';
import type { Context } from '../connection/context.ts';
import type { ListSource } from '../connection/list-query.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

export interface WebhookRow {
  readonly id: WebhookId;
  readonly organisation_id: number;
  readonly url: string;
  readonly kind: WebhookRecord['kind'];
  readonly events: string;
  readonly description: string | null;
  readonly enabled: number;
  readonly disabled_reason: string | null;
  readonly signature: WebhookRecord['signature'];
  readonly headers: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
  readonly last_success_at: number | null;
  readonly failures_in_a_row: number;
  readonly enabled_at: number;
}

const SORTABLE: ListSource<WebhookRow, 'createdAt'>['sortable'] = {
  createdAt: { column: 'created_at', nullable: false },
};

export function createWebhookStore({ db, lists }: Pick<Context, 'db' | 'lists'>): Repository<WebhookStore> {
  const writer = createWebhookWriter({ db });
  const secrets = createSecrets({ db });
  const get = db.prepare<[organisationId: number, id: string], WebhookRow>(
    'SELECT * FROM webhooks WHERE organisation_id = ? AND id = ?',
  );
  const remove = db.prepare<[organisationId: number, id: string]>(
    'DELETE FROM webhooks WHERE organisation_id = ? AND id = ?',
  );

  const key = db.prepare<[id: string], WebhookKeyRecord>(
    'SELECT public_key AS publicKey, sealed, created_at AS createdAt FROM webhook_keys WHERE webhook_id = ?',
  );
  const insertKey = db.prepare<[id: string, publicKey: string, sealed: string, createdAt: number]>(
    'INSERT INTO webhook_keys (webhook_id, public_key, sealed, created_at) VALUES (?, ?, ?, ?)',
  );
  const untold = db.prepare<[], WebhookRow>(
    'SELECT * FROM webhooks WHERE enabled = 0 AND disabled_reason IS NOT NULL AND disabled_told_at IS NULL ORDER BY id',
  );
  const told = db.prepare<[at: number, id: string]>('UPDATE webhooks SET disabled_told_at = ? WHERE id = ?');

  const find = (organisationId: number, id: string): WebhookRecord | null => {
    const row = get.get(organisationId, id);
    return row === undefined ? null : webhookOf(row);
  };
  return {
    create: writes(({ sealedSecret, ...input }) => {
      const webhook = writer.put(newWebhook(input));
      secrets.add(webhook.id, sealedSecret, webhook.createdAt);
      return webhook;
    }),
    get: reads(find),
    list: reads((query) => {
      const { enabled } = query.filter;
      const conditions = [
        sql`organisation_id = ${query.organisationId}`,
        ...(enabled === undefined ? [] : [sql`enabled = ${enabled ? 1 : 0}`]),
      ];
      const page = lists.read<WebhookRow, 'createdAt'>(
        { table: 'webhooks', columns: sql.raw('*'), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map(webhookOf) };
    }),
    update: writes((organisationId, id, changes, now) => {
      const known = find(organisationId, id);
      return known === null ? null : writer.put(changedWebhook(known, changes, now));
    }),
    delete: writes((organisationId, id) => remove.run(organisationId, id).changes > 0),
    secrets: reads((id, now) => secrets.all(id, now).map(({ sealed }) => sealed)),
    secretRecords: reads(secrets.all),
    rotateSecret: writes((id, { sealed, now, formerEndAt }) => {
      secrets.endFormer(id, now, formerEndAt);
      secrets.add(id, sealed, now);
    }),
    signingKey: reads((id) => key.get(id) ?? null),
    addSigningKey: writes(
      (id, { publicKey, sealed, createdAt }) => void insertKey.run(id, publicKey, sealed, createdAt),
    ),
    untold: reads(() => untold.all().map(webhookOf)),
    told: writes((id, at) => void told.run(at, id)),
  };
}

/** A current secret and so many former ones sign at the same time. */
const FORMER_SECRETS = 2;

/** Reads and writes the secrets of webhooks. */
export function createSecrets({ db }: Pick<Context, 'db'>) {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO webhook_secrets (webhook_id, number, sealed, created_at, expires_at)
     VALUES (:id, (SELECT coalesce(max(number), 0) + 1 FROM webhook_secrets WHERE webhook_id = :id), :sealed, :now, NULL)`,
  );
  const all = db.prepare<[id: string, now: number], WebhookSecretRecord>(
    `SELECT sealed, created_at AS createdAt, expires_at AS expiresAt FROM webhook_secrets
     WHERE webhook_id = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY number DESC`,
  );
  const end = db.prepare<[Record<string, unknown>]>(
    'UPDATE webhook_secrets SET expires_at = min(coalesce(expires_at, :at), :at) WHERE webhook_id = :id',
  );
  const forget = db.prepare<[Record<string, unknown>]>(
    `DELETE FROM webhook_secrets WHERE webhook_id = :id AND (expires_at <= :now OR number NOT IN
       (SELECT number FROM webhook_secrets WHERE webhook_id = :id AND expires_at > :now ORDER BY number DESC LIMIT ${FORMER_SECRETS}))`,
  );
  return {
    add: (id: string, sealed: string, now: number) => void insert.run({ id, sealed, now }),
    all: (id: string, now: number) => all.all(id, now),
    /** All that stand become former ones, which end at a moment at the latest; those that sign no more are deleted. */
    endFormer(id: string, now: number, at: number) {
      end.run({ id, at });
      forget.run({ id, now });
    },
  };
}

/** Writes whole webhooks. */
export function createWebhookWriter({ db }: Pick<Context, 'db'>): {
  put(webhook: WebhookRecord): WebhookRecord;
} {
  const put = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO webhooks (id, organisation_id, url, kind, events, description, enabled, disabled_reason, signature, headers, created_at,
       updated_at, version, last_success_at, failures_in_a_row, enabled_at)
     VALUES (:id, :organisationId, :url, :kind, :events, :description, :enabled, :disabledReason, :signature, :headers, :createdAt,
       :updatedAt, :version, :lastSuccessAt, :failuresInARow, :enabledAt)
     ON CONFLICT (id) DO UPDATE SET url = excluded.url, events = excluded.events, description = excluded.description,
       enabled = excluded.enabled, disabled_reason = excluded.disabled_reason, signature = excluded.signature, headers = excluded.headers,
       updated_at = excluded.updated_at, version = excluded.version, last_success_at = excluded.last_success_at,
       failures_in_a_row = excluded.failures_in_a_row, enabled_at = excluded.enabled_at,
       disabled_told_at = CASE WHEN excluded.disabled_reason IS NULL THEN NULL ELSE disabled_told_at END`,
  );
  return {
    put(webhook) {
      put.run({
        ...webhook,
        events: JSON.stringify(webhook.events),
        headers: JSON.stringify(webhook.headers),
        enabled: webhook.enabled ? 1 : 0,
      });
      return webhook;
    },
  };
}

export function webhookOf(row: WebhookRow): WebhookRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    url: row.url,
    kind: row.kind,
    events: JSON.parse(row.events),
    description: row.description,
    enabled: row.enabled === 1,
    disabledReason: row.disabled_reason,
    signature: row.signature,
    headers: JSON.parse(row.headers),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    lastSuccessAt: row.last_success_at,
    failuresInARow: row.failures_in_a_row,
    enabledAt: row.enabled_at,
  };
}
