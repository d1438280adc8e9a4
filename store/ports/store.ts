import type { DeviceId } from '../../contracts/ids.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { AccessRequestStore } from './access-requests.ts';
import type { AccountPreferenceStore } from './account-preferences.ts';
import type { AccountStore, SessionStore, SignInFailureStore } from './accounts.ts';
import type { AlertNotificationStore } from './alert-notifications.ts';
import type { AlertStore } from './alerts.ts';
import type { ApiKeyStore, IdempotencyStore } from './api-keys.ts';
import type { AuditStore } from './audit.ts';
import type { CategoryIndexStore } from './category-indexes.ts';
import type { CategorySourceStore } from './category-sources.ts';
import type { CategorySuggestionStore } from './category-suggestions.ts';
import type { ClassroomSessionStore } from './classroom.ts';
import type { CommandBatchStore } from './command-batches.ts';
import type { CommandStore } from './commands.ts';
import type { DeviceConditionStore } from './device-conditions.ts';
import type { DevicePeopleStore } from './device-people.ts';
import type { DeviceQuotaStore } from './device-quotas.ts';
import type { DeviceStore } from './devices.ts';
import type { EnrollmentRequestStore } from './enrollment-requests.ts';
import type { DeliveryStore, EventStore, WebhookStore } from './events.ts';
import type { JobStore } from './jobs.ts';
import type { KnownNetworkStore } from './known-networks.ts';
import type { OrganisationSettingsStore } from './organisation-settings.ts';
import type { CampusStore, EnrollmentTokenStore, OrganisationStore, OuStore } from './organisations.ts';
import type { OverrideStore } from './overrides.ts';
import type { PasswordResetStore } from './password-resets.ts';
import type { PolicyStore } from './policies.ts';
import type { RecordViewStore } from './record-views.ts';
import type { RecordStore } from './records.ts';
import type { ReportStore } from './reports.ts';
import type { RevocationStore } from './revocations.ts';
import type { RollupStore } from './rollups.ts';
import type { SecondFactorStore } from './second-factors.ts';
import type { TelemetryStore } from './telemetry.ts';
import type { UserStore } from './users.ts';

/** One interface a resource. Used outside a transaction, each call is its own. */
export interface Repositories {
  readonly organisations: OrganisationStore;
  readonly organisationSettings: OrganisationSettingsStore;
  readonly ous: OuStore;
  readonly users: UserStore;
  readonly campuses: CampusStore;
  readonly enrollmentTokens: EnrollmentTokenStore;
  readonly enrollmentRequests: EnrollmentRequestStore;
  readonly devices: DeviceStore;
  readonly deviceConditions: DeviceConditionStore;
  readonly deviceQuotas: DeviceQuotaStore;
  readonly devicePeople: DevicePeopleStore;
  readonly commands: CommandStore;
  readonly commandBatches: CommandBatchStore;
  readonly events: EventStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly apiKeys: ApiKeyStore;
  readonly idempotency: IdempotencyStore;
  readonly telemetry: TelemetryStore;
  readonly records: RecordStore;
  readonly rollups: RollupStore;
  readonly accounts: AccountStore;
  readonly accountPreferences: AccountPreferenceStore;
  readonly passwordResets: PasswordResetStore;
  readonly secondFactors: SecondFactorStore;
  readonly sessions: SessionStore;
  readonly signInFailures: SignInFailureStore;
  readonly policies: PolicyStore;
  readonly classroomSessions: ClassroomSessionStore;
  readonly overrides: OverrideStore;
  readonly accessRequests: AccessRequestStore;
  readonly jobs: JobStore;
  readonly alerts: AlertStore;
  readonly alertNotifications: AlertNotificationStore;
  readonly reports: ReportStore;
  readonly audit: AuditStore;
  readonly recordViews: RecordViewStore;
  readonly categorySources: CategorySourceStore;
  readonly categorySuggestions: CategorySuggestionStore;
  readonly categoryIndexes: CategoryIndexStore;
  readonly revocations: RevocationStore;
  readonly knownNetworks: KnownNetworkStore;
}

/**
 * A wake-up: something in the store may want attention. Losing one loses nothing, because every consumer also looks at the store
 * from time to time.
 */
export type WakeUp =
  /** A device has commands or a new target state to be delivered. */
  | { readonly kind: 'device'; readonly deviceId: DeviceId }
  /** Every device's target state may have changed. */
  | { readonly kind: 'all_devices' }
  /** A device was revoked or unenrolled: cut it off. */
  | { readonly kind: 'revoked'; readonly deviceId: DeviceId }
  /** A command was made, or reached a new status. */
  | { readonly kind: 'command'; readonly commandId: string }
  | { readonly kind: 'deliveries' }
  /** A classroom session or override starts or ends at another time than before. */
  | { readonly kind: 'due_changes' }
  | { readonly kind: 'api_keys' }
  /** An account, or a session of one, has changed or ended. */
  | { readonly kind: 'accounts' }
  /** The rules of alerts of an organisation have changed. */
  | { readonly kind: 'alert_rules'; readonly organisationId: number }
  /** Settings of an organisation were set over the API, or taken back. */
  | { readonly kind: 'settings' }
  /** A person or a key has changed the thing that has this id. */
  | { readonly kind: 'changed'; readonly id: string };

export interface Bus {
  publish(wakeUp: WakeUp): void;
  /** @returns a function that ends the subscription */
  subscribe(handler: (wakeUp: WakeUp) => void): () => void;
}

export interface Transaction extends Repositories {
  /** Publishes a wake-up after the commit; a rollback drops it. */
  wake(wakeUp: WakeUp): void;
}

export interface TransactionOptions {
  /**
   * `repeatable`: a change that can be made again when it is lost. A crash of the process loses nothing; a power cut may lose the last of them; the caller does
   * not wait for the disk. Default: `durable`.
   */
  readonly importance?: 'durable' | 'repeatable';
}

/**
 * The only truth. All that is committed survives a crash of the process, and a power cut when the adapter says `durable`.
 */
export interface Store extends Repositories, Service {
  readonly bus: Bus;
  /**
   * Runs the work with all its writes as one atomic change; when it throws, nothing of it stays. Transactions that write run one after the other. The work may
   * run again after its writes were undone: a store shared by several processes undoes one of two conflicting changes. So it changes nothing outside of its
   * `tx`, and returns what it has found. It awaits only calls of its own `tx`, since other writers wait for it; when it makes very many calls, also a turn of
   * the event loop now and then.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Whether the store answers, for readiness. @throws with the reason */
  check(): Promise<void>;
  /** What was deleted and can be written again without more room on the disk (bytes). */
  reusableBytes(): Promise<number>;
}
