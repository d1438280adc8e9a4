import type { Database } from 'better-sqlite3';
import type { BegunTimeline, TimelineOrder } from '../../ports/adapter.ts';
import type { KeptRevoked, Revocation } from '../../ports/revocations.ts';
import { HELD_KEY } from '../../rules/held-key.ts';

/** Prepares a restored database for use, in one transaction (StoreAdapter.beginTimeline). */
export function beginTimeline(db: Database, order: TimelineOrder): BegunTimeline {
  return db.transaction(() => {
    moveCounters(db, order.step);
    endWhatWasPending(db);
    // Known revocations are applied in any case.
    const { kept, unenrolled } = applyRevocations(db, order.revoked, order.now);
    const ended = order.revokeEverything ? revokeEverything(db, order.now) : kept;
    beginJournalAnew(db, order.label);
    return { kept: ended, unenrolled };
  })();
}

function moveCounters(db: Database, step: number): void {
  db.prepare(
    `UPDATE organisations SET settings_version = settings_version + :step, event_sequence = event_sequence + :step,
       policy_version = policy_version + :step`,
  ).run({ step });
  db.prepare(
    'UPDATE devices SET command_sequence = command_sequence + :step, lock_sequence = lock_sequence + :step',
  ).run({ step });
}

/** Ends what may have been used since the backup and would be valid again: sessions, links and approvals. */
function endWhatWasPending(db: Database): void {
  db.exec(`DELETE FROM sessions; DELETE FROM account_links; DELETE FROM password_resets; DELETE FROM enrollment_requests;
    DELETE FROM first_run_links WHERE used_at IS NULL;`);
}

/** Notes in the journal of revocations that its later entries follow this restore, not the earlier entries. */
function beginJournalAnew(db: Database, label: string): void {
  db.prepare("INSERT INTO revocations (kind, subject) VALUES ('journal', ?)").run(label);
}

/** `disabledReason` of webhooks that a restore has disabled. */
const RESTORED = 'restored';

/**
 * Applies revocations to a restored database, inside the caller's transaction.
 * @returns counts, and the devices to unenroll, which the caller does
 */
function applyRevocations(
  db: Database,
  revoked: readonly Revocation[],
  now: number,
): { readonly kept: KeptRevoked; readonly unenrolled: readonly string[] } {
  // Stored for the next restore.
  const note = db.prepare<[Revocation]>(
    'INSERT OR IGNORE INTO revocations (id, at, kind, subject, value) VALUES (:id, :at, :kind, :subject, :value)',
  );
  for (const entry of revoked) note.run(entry);
  const changed: Record<keyof KeptRevoked, Set<string>> = {
    apiKeys: new Set(),
    accounts: new Set(),
    passwords: new Set(),
    enrollmentTokens: new Set(),
    devices: new Set(),
    webhooks: new Set(),
  };
  const unenrolled: string[] = [];
  const appliers = createAppliers(db, now);
  for (const entry of revoked) {
    const applier = appliers[entry.kind];
    // The mark of another restore, or a kind of a newer version: only its entry is stored.
    if (applier === undefined) continue;
    const subject = applier.apply(entry);
    if (subject === null) continue;
    if (applier.counts !== null) changed[applier.counts].add(subject);
    if (entry.kind === 'device' && contentOf(entry).publicKey === null) unenrolled.push(entry.subject);
  }
  const kept = Object.fromEntries(Object.entries(changed).map(([name, set]) => [name, set.size]));
  return { kept: kept as unknown as KeptRevoked, unenrolled };
}

interface Applier {
  /** Null = it is not told. */
  readonly counts: keyof KeptRevoked | null;
  /** @returns what was changed; null when the backup has nothing to change */
  apply(entry: Revocation): string | null;
}

function createAppliers(db: Database, now: number): Readonly<Record<string, Applier>> {
  const runner = (statement: string) => {
    const prepared = db.prepare<[Record<string, unknown>]>(statement);
    return (parameters: Record<string, unknown>, subject: string): string | null =>
      prepared.run(parameters).changes > 0 ? subject : null;
  };
  const apiKey = runner(
    `UPDATE api_keys SET revoked_at = CASE WHEN :ouId IS NULL OR EXISTS (SELECT 1 FROM ous WHERE id = :ouId)
         THEN coalesce(revoked_at, :revokedAt) ELSE coalesce(revoked_at, :revokedAt, :now) END,
       expires_at = :expiresAt, scopes = :scopes, ip_allow_list = :ipAllowList, ou_id = :ouId,
       ou_path = CASE WHEN :ouId IS NULL THEN NULL ELSE coalesce((SELECT path FROM ous WHERE id = :ouId), ou_path) END
     WHERE id = :id`,
  );
  const apiSecret = runner(
    'UPDATE api_key_secrets SET expires_at = min(coalesce(expires_at, :at), :at) WHERE hash = :id',
  );
  const account = runner(
    'UPDATE accounts SET status = :status, role = :role, ou_id = :ouId, version = version + 1 WHERE id = :id',
  );
  const goneAccount = runner(
    "UPDATE accounts SET status = 'disabled', password_hash = NULL, version = version + 1 WHERE id = :id",
  );
  const password = runner(
    'UPDATE accounts SET password_hash = NULL, version = version + 1 WHERE id = :id AND password_hash IS NOT NULL',
  );
  const secondFactor = runner('DELETE FROM second_factors WHERE account_id = :id');
  const recoveryCodes = runner(
    'DELETE FROM recovery_codes WHERE account_id = :id AND hash NOT IN (SELECT value FROM json_each(:left))',
  );
  const token = runner(
    'UPDATE enrollment_tokens SET uses = max(uses, :uses) WHERE id = :id AND uses < :uses',
  );
  const goneToken = runner('DELETE FROM enrollment_tokens WHERE id = :id');
  const device = runner(
    'UPDATE devices SET public_key = :publicKey, connection_epoch = -1 WHERE id = :id AND public_key IS NOT :publicKey AND unenrolled_at IS NULL',
  );
  const knownDevice = db.prepare<[string]>('SELECT 1 FROM devices WHERE id = ? AND unenrolled_at IS NULL');
  const webhook = runner(
    `UPDATE webhooks SET enabled = 0, disabled_reason = '${RESTORED}', version = version + 1
     WHERE id = :id AND enabled = 1 AND (:enabled = 0 OR url <> :url)`,
  );
  const webhookSecret = runner(
    `UPDATE webhooks SET enabled = 0, disabled_reason = '${RESTORED}', version = version + 1 WHERE id = :id AND enabled = 1`,
  );
  const goneWebhook = runner('DELETE FROM webhooks WHERE id = :id');
  return {
    api_key: {
      counts: 'apiKeys',
      apply: (entry) => apiKey({ ...contentOf(entry), id: entry.subject, now }, entry.subject),
    },
    api_secret: {
      counts: 'apiKeys',
      apply: (entry) => {
        const { expiresAt } = contentOf(entry);
        return apiSecret({ id: entry.subject, at: expiresAt ?? entry.at }, entry.subject);
      },
    },
    account: {
      counts: 'accounts',
      apply: (entry) =>
        entry.value === null
          ? goneAccount({ id: entry.subject }, entry.subject)
          : account({ ...contentOf(entry), id: entry.subject }, entry.subject),
    },
    password: { counts: 'passwords', apply: (entry) => password({ id: entry.subject }, entry.subject) },
    second_factor: { counts: null, apply: ({ subject }) => secondFactor({ id: subject }, subject) },
    recovery_codes: {
      counts: null,
      apply: ({ subject, value }) => recoveryCodes({ id: subject, left: value ?? '[]' }, subject),
    },
    enrollment_token: {
      counts: 'enrollmentTokens',
      apply: (entry) =>
        entry.value === null
          ? goneToken({ id: entry.subject }, entry.subject)
          : token({ ...contentOf(entry), id: entry.subject }, entry.subject),
    },
    device: {
      counts: 'devices',
      apply: (entry) => {
        const { publicKey } = contentOf(entry);
        if (publicKey === null) return knownDevice.get(entry.subject) === undefined ? null : entry.subject;
        return device({ publicKey, id: entry.subject }, entry.subject);
      },
    },
    webhook: {
      counts: 'webhooks',
      apply: (entry) =>
        entry.value === null
          ? goneWebhook({ id: entry.subject }, entry.subject)
          : webhook({ ...contentOf(entry), id: entry.subject }, entry.subject),
    },
    webhook_secret: {
      counts: 'webhooks',
      apply: (entry) => webhookSecret({ id: entry.subject }, entry.subject),
    },
  };
}

/**
 * Ends every credential of a restored database, for nobody knows which of them were revoked since. Accounts are disabled: one that is disabled since would sign in
 * through the OpenID provider. Keys of devices are held, since laptops that must all be enrolled anew would be worse than what this guards against.
 */
function revokeEverything(db: Database, now: number): KeptRevoked {
  const run = (statement: string): number => db.prepare(statement).run({ now }).changes;
  db.exec('DELETE FROM recovery_codes');
  return {
    apiKeys: run('UPDATE api_keys SET revoked_at = :now WHERE revoked_at IS NULL'),
    accounts: run(
      "UPDATE accounts SET status = 'disabled', updated_at = :now, version = version + 1 WHERE status <> 'disabled'",
    ),
    passwords: run(
      'UPDATE accounts SET password_hash = NULL, updated_at = :now, version = version + 1 WHERE password_hash IS NOT NULL',
    ),
    enrollmentTokens: db.prepare('DELETE FROM enrollment_tokens').run().changes,
    devices: db
      .prepare<[{ readonly held: string }]>(
        "UPDATE devices SET public_key = :held || public_key WHERE public_key IS NOT NULL AND public_key NOT LIKE :held || '%'",
      )
      .run({ held: HELD_KEY }).changes,
    webhooks: run(
      `UPDATE webhooks SET enabled = 0, disabled_reason = '${RESTORED}', updated_at = :now, version = version + 1 WHERE enabled = 1`,
    ),
  };
}

function contentOf({ value }: Revocation): Readonly<Record<string, unknown>> {
  return value === null ? {} : (JSON.parse(value) as Readonly<Record<string, unknown>>);
}
