import type { Severity } from '../../contracts/alerts/rules.ts';
import type { OuId } from '../../contracts/ids.ts';
import type { QuietHours } from '../../contracts/rest/alert-notifications.ts';

/** Who is mailed about new alerts, and when not. */
export interface NewAlertNotifications {
  readonly organisationId: number;
  readonly recipients: readonly AlertRecipientRecord[];
  /** In the time zone of the organisation. */
  readonly quietHours: QuietHours | null;
  readonly updatedAt: number;
}

export interface AlertNotificationsRecord extends NewAlertNotifications {
  readonly version: number;
}

export interface AlertRecipientRecord {
  /** Alerts of this unit and those below it. A unit that is gone has none. */
  readonly ouId: OuId;
  /** In lower case. */
  readonly emails: readonly string[];
  readonly minSeverity: Severity;
}

/** How far an address was told of alerts. Places are sequences of the events `alert.created`. */
export interface AlertMailbox {
  readonly organisationId: number;
  readonly email: string;
  /** It was told of all up to here. */
  readonly toldUpTo: number;
  /** It was told of all critical ones up to here; never less than `toldUpTo`. */
  readonly criticalUpTo: number;
  /** The mail that is being sent, or was when the server stopped; null = none. It is made again of the same alerts. */
  readonly sending: { readonly upTo: number; readonly criticalOnly: boolean } | null;
  /** When a mail was last sent or tried; null = never. */
  readonly triedAt: number | null;
  /** Tries in a row that failed. */
  readonly failures: number;
}

export interface AlertNotificationStore {
  /** Null = nothing was ever set. */
  get(organisationId: number): Promise<AlertNotificationsRecord | null>;
  /**
   * Replaces what was set before. An address that is new is told of alerts from now on; one that is gone is forgotten; of the others it is known how far they
   * were told.
   */
  set(notifications: NewAlertNotifications): Promise<AlertNotificationsRecord>;
  /** The addresses of an organisation; null = of all but sandboxes. By organisation and address. */
  mailboxes(organisationId: number | null): Promise<readonly AlertMailbox[]>;
  /** Writes how far an address was told. Nothing happens for one that is gone. */
  saveMailbox(mailbox: AlertMailbox): Promise<void>;
}
