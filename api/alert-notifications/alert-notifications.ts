import type {
  AlertNotifications,
  AlertNotificationsPatch,
  AlertRecipientInput,
  QuietHours,
} from '../../contracts/rest/alert-notifications.ts';
import type {
  AlertNotificationsRecord,
  AlertRecipientRecord,
} from '../../store/ports/alert-notifications.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { fieldFault } from '../input/field-fault.ts';
import { mayReach, namedOu, reachOf } from '../input/reach.ts';

/** Different addresses of an organisation: the round of a minute goes through all of them. */
const MAX_ADDRESSES = 200;

/** Who is mailed, as stored; nobody where nothing was ever set. */
export async function notificationsOf(
  { alertNotifications }: Pick<Repositories, 'alertNotifications'>,
  organisationId: number,
): Promise<AlertNotificationsRecord> {
  const stored = await alertNotifications.get(organisationId);
  return stored ?? { organisationId, recipients: [], quietHours: null, version: 0, updatedAt: 0 };
}

/**
 * Sets who is mailed and when not. A patch that changes nothing writes nothing.
 * @throws Fault unprocessable for a unit that there is not; validation_failed for too many addresses, or hours that never end
 */
export async function changeNotifications(
  tx: Transaction,
  known: AlertNotificationsRecord,
  {
    patch,
    caller,
    now,
  }: { readonly patch: AlertNotificationsPatch; readonly caller: Caller; readonly now: number },
): Promise<AlertNotificationsRecord> {
  const recipients =
    patch.recipients === undefined
      ? known.recipients
      : await recipientsOf(tx, caller, patch.recipients ?? []);
  const quietHours = patch.quietHours === undefined ? known.quietHours : endingHours(patch.quietHours);
  const same =
    JSON.stringify([recipients, quietHours]) === JSON.stringify([known.recipients, known.quietHours]);
  if (same) return known;
  const { organisationId } = caller;
  return await tx.alertNotifications.set({ organisationId, recipients, quietHours, updatedAt: now });
}

/** As API users see it: who is limited to a unit sees the recipients of that unit and those below it. */
export async function toAlertNotifications(
  {
    ous,
    organisations,
    alertNotifications,
  }: Pick<Repositories, 'ous' | 'organisations' | 'alertNotifications'>,
  caller: Caller,
  {
    notifications,
    mailServer,
  }: { readonly notifications: AlertNotificationsRecord; readonly mailServer: boolean },
): Promise<AlertNotifications> {
  const { organisationId } = caller;
  const recipients: AlertNotifications['recipients'] = [];
  for (const { ouId, emails, minSeverity } of notifications.recipients) {
    const unit = await ous.get(organisationId, ouId);
    if (unit !== null && mayReach(reachOf(caller), unit.path))
      recipients.push({ ou: unit.path, emails: [...emails], minSeverity });
  }
  const shown = new Set(recipients.flatMap(({ emails }) => emails));
  const failing = (await alertNotifications.mailboxes(organisationId)).filter(
    (mailbox) => mailbox.failures > 0 && shown.has(mailbox.email),
  );
  return {
    mailServer,
    timezone: (await organisations.get(organisationId))?.timezone ?? 'UTC',
    recipients,
    quietHours: notifications.quietHours,
    failing: failing.map(({ email }) => email),
    updatedAt: notifications.version === 0 ? null : timestamp(notifications.updatedAt),
  };
}

async function recipientsOf(
  tx: Transaction,
  caller: Caller,
  input: readonly AlertRecipientInput[],
): Promise<readonly AlertRecipientRecord[]> {
  const recipients: AlertRecipientRecord[] = [];
  for (const [index, { ou, emails, minSeverity = 'high' }] of input.entries()) {
    const unit = await namedOu(tx, reachOf(caller), ou, `#/recipients/${index}/ou`);
    const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
    recipients.push({ ouId: unit.id, emails: addresses, minSeverity });
  }
  const all = new Set(recipients.flatMap(({ emails }) => emails));
  if (all.size > MAX_ADDRESSES)
    throw fieldFault(
      '#/recipients',
      'maxItems',
      `There are ${all.size} different addresses; ${MAX_ADDRESSES} are the most. Use a mailing list.`,
    );
  return recipients;
}

function endingHours(hours: QuietHours | null): QuietHours | null {
  if (hours === null || hours.from !== hours.to) return hours;
  throw fieldFault(
    '#/quietHours/to',
    'same',
    'Quiet hours end at another time than they begin: else no mail but critical ones would ever be sent.',
  );
}
