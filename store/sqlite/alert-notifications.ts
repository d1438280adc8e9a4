import type { AlertMailbox, AlertNotificationStore } from '../ports/alert-notifications.ts';
import type { Context } from './connection/context.ts';
import { type Repository, reads, writes } from './connection/repository.ts';

interface NotificationsRow {
  readonly organisation_id: number;
  readonly recipients: string;
  readonly quiet_hours: string | null;
  readonly version: number;
  readonly updated_at: number;
}

interface MailboxRow {
  readonly organisation_id: number;
  readonly email: string;
  readonly told_up_to: number;
  readonly critical_up_to: number;
  readonly sending_up_to: number | null;
  readonly sending_critical: number;
  readonly tried_at: number | null;
  readonly failures: number;
}

export function createAlertNotificationStore({
  db,
}: Pick<Context, 'db'>): Repository<AlertNotificationStore> {
  const get = db.prepare<[organisationId: number], NotificationsRow>(
    'SELECT * FROM alert_notifications WHERE organisation_id = ?',
  );
  const write = db.prepare<[Record<string, unknown>], NotificationsRow>(
    `INSERT INTO alert_notifications (organisation_id, recipients, quiet_hours, version, updated_at)
     VALUES (:organisationId, :recipients, :quietHours, 1, :updatedAt)
     ON CONFLICT DO UPDATE SET recipients = :recipients, quiet_hours = :quietHours, version = version + 1,
       updated_at = max(updated_at, :updatedAt)
     RETURNING *`,
  );
  const forget = db.prepare<[organisationId: number, emails: string]>(
    'DELETE FROM alert_mailboxes WHERE organisation_id = ? AND email NOT IN (SELECT value FROM json_each(?))',
  );
  const add = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO alert_mailboxes (organisation_id, email, told_up_to, critical_up_to)
     SELECT id, :email, event_sequence, event_sequence FROM organisations WHERE id = :organisationId
     ON CONFLICT DO NOTHING`,
  );
  const mailboxes = db.prepare<[organisationId: number], MailboxRow>(
    'SELECT * FROM alert_mailboxes WHERE organisation_id = ? ORDER BY email',
  );
  const allMailboxes = db.prepare<[], MailboxRow>(
    `SELECT alert_mailboxes.* FROM alert_mailboxes JOIN organisations ON organisations.id = organisation_id
     WHERE kind = 'live' ORDER BY organisation_id, email`,
  );
  const save = db.prepare<[Record<string, unknown>]>(
    `UPDATE alert_mailboxes SET told_up_to = :toldUpTo, critical_up_to = :criticalUpTo, sending_up_to = :sendingUpTo,
       sending_critical = :sendingCritical, tried_at = :triedAt, failures = :failures
     WHERE organisation_id = :organisationId AND email = :email`,
  );
  return {
    get: reads((organisationId) => {
      const row = get.get(organisationId);
      return row === undefined ? null : notificationsOf(row);
    }),
    set: writes(({ organisationId, recipients, quietHours, updatedAt }) => {
      const row = write.get({
        ...{ organisationId, updatedAt },
        recipients: JSON.stringify(recipients),
        quietHours: quietHours === null ? null : JSON.stringify(quietHours),
      });
      if (row === undefined) throw new Error('who is told of alerts was not stored');
      const emails = [...new Set(recipients.flatMap((one) => one.emails))];
      forget.run(organisationId, JSON.stringify(emails));
      for (const email of emails) add.run({ organisationId, email });
      return notificationsOf(row);
    }),
    mailboxes: reads((organisationId) =>
      (organisationId === null ? allMailboxes.all() : mailboxes.all(organisationId)).map(mailboxOf),
    ),
    saveMailbox: writes(
      ({ sending, ...mailbox }) =>
        void save.run({
          ...mailbox,
          sendingUpTo: sending?.upTo ?? null,
          sendingCritical: sending?.criticalOnly === true ? 1 : 0,
        }),
    ),
  };
}

function notificationsOf(row: NotificationsRow) {
  return {
    organisationId: row.organisation_id,
    recipients: JSON.parse(row.recipients),
    quietHours: row.quiet_hours === null ? null : JSON.parse(row.quiet_hours),
    version: row.version,
    updatedAt: row.updated_at,
  };
}

function mailboxOf(row: MailboxRow): AlertMailbox {
  return {
    organisationId: row.organisation_id,
    email: row.email,
    toldUpTo: row.told_up_to,
    criticalUpTo: row.critical_up_to,
    sending:
      row.sending_up_to === null
        ? null
        : { upTo: row.sending_up_to, criticalOnly: row.sending_critical === 1 },
    triedAt: row.tried_at,
    failures: row.failures,
  };
}
