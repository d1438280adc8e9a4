import { SEVERITIES, type Severity } from '../../contracts/alerts/rules.ts';
import { compileSchedule } from '../../contracts/policy/schedule.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { sha256 } from '../../kit/signing.ts';
import type { AlertMailbox } from '../../store/ports/alert-notifications.ts';
import type { AlertRecord } from '../../store/ports/alerts.ts';
import type { Store } from '../../store/ports/store.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import type { CurrentMail, Mailer } from '../outbound/mailer.ts';
import type { Job } from '../scheduler/job.ts';
import { alertMail } from './alert-mail.ts';
import { notificationsOf } from './alert-notifications.ts';
import { createNewAlerts, type PlacedAlert } from './new-alerts.ts';

const MINUTE_MS = 60_000;
/** The time between two mails to an address, so that a flood of alerts is no flood of mails: 30 an hour, 6 where none is critical. */
const CRITICAL_PACE_MS = 2 * MINUTE_MS;
const PACE_MS = 10 * MINUTE_MS;
/** A mail that could not be sent is tried again after 1, 2, 4, … minutes. */
const LONGEST_RETRY_MS = 30 * MINUTE_MS;
/** What waited longer, such as for a mail server, is no news. It is more than a weekend of quiet hours. */
const NEWS_MS = 3 * 86_400_000;
/** After so many failures in a row the mail server is away, and other jobs should not wait for it. */
const GIVE_UP = 3;
const TIMEOUT_MS = 5 * MINUTE_MS;

export interface AlertMailTools {
  readonly store: Pick<
    Store,
    'alertNotifications' | 'alerts' | 'events' | 'organisations' | 'ous' | 'transaction'
  >;
  readonly clock: Clock;
  readonly log: Log;
  /** Asked at each run. */
  readonly mail: CurrentMail;
  /** The address of the dashboard. */
  readonly link: () => string;
}

/** What an organisation has set, as a round of mail needs it. */
interface School {
  readonly recipients: readonly {
    readonly ouPath: string;
    readonly emails: readonly string[];
    readonly minSeverity: Severity;
  }[];
  readonly isQuiet: boolean;
  readonly timezone: string;
}

interface Round extends AlertMailTools {
  readonly mailer: Mailer;
  readonly now: number;
  readonly schoolOf: (organisationId: number) => Promise<School>;
  readonly newAlerts: ReturnType<typeof createNewAlerts>;
}

/** A mail that is due: the alerts, and how far the address is told with it. */
interface DueMail {
  readonly alerts: readonly AlertRecord[];
  readonly sending: NonNullable<AlertMailbox['sending']>;
}

/**
 * Mails new alerts each minute, one mail an address. How far each address was told is stored, before the mail what is in it: a mail that a crash interrupted is
 * made again of the same alerts, with the same Message-ID.
 */
export function createAlertMailJob(tools: AlertMailTools): Job {
  return {
    name: 'alerts.mail',
    next: (after) => (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS,
    timeoutMs: TIMEOUT_MS,
    async run(signal) {
      const { store, clock } = tools;
      const mailer = (await tools.mail())?.mailer;
      if (mailer === undefined) return;
      const now = clock.now();
      const newAlerts = createNewAlerts(store);
      const failures = await mailAll(
        { ...tools, mailer, now, newAlerts, schoolOf: createSchools(store, now) },
        signal,
      );
      if (failures > 0) throw new Error(`${failures} mails about alerts could not be sent`);
    },
  };
}

/** @returns how many mails could not be sent */
async function mailAll(round: Round, signal: AbortSignal): Promise<number> {
  const { alertNotifications } = round.store;
  const unconcerned: AlertMailbox[] = [];
  const outcomes: boolean[] = [];
  const isAway = (): boolean =>
    outcomes.length >= GIVE_UP && outcomes.slice(-GIVE_UP).every((isSent) => !isSent);
  for (const mailbox of await alertNotifications.mailboxes(null)) {
    if (signal.aborted || isAway()) break;
    const due = await dueMail(round, mailbox);
    if (due === null) continue;
    if (due.alerts.length === 0) unconcerned.push(afterwards(mailbox, due));
    else outcomes.push(await send(round, mailbox, due));
  }
  await round.store.transaction(async (tx) => {
    for (const mailbox of unconcerned) await tx.alertNotifications.saveMailbox(mailbox);
  });
  return outcomes.filter((isSent) => !isSent).length;
}

/** Null = nothing is to be done now. Without alerts the address is told of nothing, up to a place. */
async function dueMail({ schoolOf, newAlerts, now }: Round, mailbox: AlertMailbox): Promise<DueMail | null> {
  const { organisationId, email, toldUpTo, criticalUpTo } = mailbox;
  const school = await schoolOf(organisationId);
  const interrupted = interruptedMail(mailbox, school);
  const criticalOnly = interrupted?.criticalOnly ?? school.isQuiet;
  const read = await newAlerts(organisationId, criticalOnly ? criticalUpTo : toldUpTo);
  const upTo = interrupted?.upTo ?? read.upTo;
  const concerns = ({ place, alert }: PlacedAlert): boolean => {
    if (place > upTo || alert.createdAt < now - NEWS_MS) return false;
    const isCritical = alert.severity === 'critical';
    // In quiet hours the critical ones went ahead.
    if (criticalOnly ? !isCritical : isCritical && place <= criticalUpTo) return false;
    return school.recipients.some(
      ({ ouPath, emails, minSeverity }) =>
        emails.includes(email) &&
        rankOf(alert.severity) >= rankOf(minSeverity) &&
        isWithinOu(alert.ouPath, ouPath),
    );
  };
  const alerts = read.alerts.filter(concerns).map(({ alert }) => alert);
  if (alerts.length === 0 && upTo === (criticalOnly ? criticalUpTo : toldUpTo) && interrupted === null)
    return null;
  if (alerts.length > 0 && mustWait(mailbox, alerts, now)) return null;
  return { alerts, sending: { upTo, criticalOnly } };
}

/** The mail to be made again. One that failed and can wait does not come in quiet hours: its alerts are in the mail at their end. */
function interruptedMail({ sending, failures }: AlertMailbox, { isQuiet }: School): AlertMailbox['sending'] {
  return sending !== null && !sending.criticalOnly && isQuiet && failures > 0 ? null : sending;
}

function mustWait({ triedAt, failures }: AlertMailbox, alerts: readonly AlertRecord[], now: number): boolean {
  // A clock that was set back holds nothing up.
  if (triedAt === null || triedAt > now) return false;
  return now - triedAt < paceOf(failures, alerts);
}

function paceOf(failures: number, alerts: readonly AlertRecord[]): number {
  if (failures > 0) return Math.min(LONGEST_RETRY_MS, MINUTE_MS * 2 ** (failures - 1));
  return alerts.some(({ severity }) => severity === 'critical') ? CRITICAL_PACE_MS : PACE_MS;
}

/** @returns whether it was sent */
async function send(round: Round, mailbox: AlertMailbox, due: DueMail): Promise<boolean> {
  const { store, mailer, log, clock, link, schoolOf } = round;
  const { organisationId, email } = mailbox;
  const { upTo, criticalOnly } = due.sending;
  const { timezone } = await schoolOf(organisationId);
  const begun = { ...mailbox, sending: due.sending, triedAt: clock.now() };
  await store.alertNotifications.saveMailbox(begun);
  const id = `alerts-${organisationId}-${upTo}-${criticalOnly ? 'critical' : 'all'}-${sha256(email).slice(0, 16)}`;
  try {
    await mailer.send(alertMail(due.alerts, { to: email, timezone, link: link(), id }));
  } catch (error) {
    await store.alertNotifications.saveMailbox({ ...begun, failures: mailbox.failures + 1 });
    // What a mail server answers may name the address.
    log.warn(
      { code: codeOf(error), failures: mailbox.failures + 1 },
      'a mail about alerts could not be sent',
    );
    return false;
  }
  await store.alertNotifications.saveMailbox(afterwards(begun, due));
  log.info({ organisationId, alerts: due.alerts.length }, 'new alerts were mailed');
  return true;
}

/** The address after it was told. */
function afterwards(mailbox: AlertMailbox, { sending: { upTo, criticalOnly } }: DueMail): AlertMailbox {
  const { toldUpTo } = mailbox;
  return {
    ...mailbox,
    toldUpTo: criticalOnly ? toldUpTo : Math.max(upTo, toldUpTo),
    criticalUpTo: Math.max(upTo, mailbox.criticalUpTo),
    sending: null,
    failures: 0,
  };
}

/** SMTP codes (RFC 5321), and nodemailer's own. */
function codeOf(error: unknown): string {
  const { responseCode, code } = (error ?? {}) as {
    readonly responseCode?: unknown;
    readonly code?: unknown;
  };
  return String(responseCode ?? code ?? 'unknown');
}

/** Reads what each organisation has set once a round. */
function createSchools(store: AlertMailTools['store'], now: number) {
  const known = new Map<number, Promise<School>>();
  return (organisationId: number): Promise<School> => {
    const found = known.get(organisationId) ?? readSchool(store, organisationId, now);
    known.set(organisationId, found);
    return found;
  };
}

async function readSchool(
  store: AlertMailTools['store'],
  organisationId: number,
  now: number,
): Promise<School> {
  const { recipients, quietHours } = await notificationsOf(store, organisationId);
  const timezone = (await store.organisations.get(organisationId))?.timezone ?? 'UTC';
  const units = await Promise.all(
    recipients.map(async ({ ouId, ...recipient }) => {
      const unit = await store.ous.get(organisationId, ouId);
      return unit === null ? null : { ...recipient, ouPath: unit.path };
    }),
  );
  return {
    recipients: units.filter((unit) => unit !== null),
    isQuiet:
      quietHours !== null &&
      compileSchedule({ timezone, windows: [quietHours], exceptDates: [] }).isActive(now),
    timezone,
  };
}

function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}
