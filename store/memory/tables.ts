import type { EventBody } from '../../contracts/events/catalogue.ts';
import type { ApiKeyId, DeliveryId, WebhookId } from '../../contracts/ids.ts';
import type { IdSource } from '../../kit/random.ts';
import type { ApiKeyRecord, KeySecret } from '../ports/api-keys.ts';
import type { CommandRecord } from '../ports/commands.ts';
import type { DeviceRecord } from '../ports/devices.ts';
import type { DeliveryRecord, WebhookRecord } from '../ports/events.ts';
import type {
  CampusRecord,
  EnrollmentTokenRecord,
  OrganisationRecord,
  OuRecord,
} from '../ports/organisations.ts';
import type { ReceivedActivity, ReceivedDeviceEvent } from '../ports/telemetry.ts';
import type { IdempotencyMark } from '../rules/idempotency-mark.ts';
import type { Wake } from '../transactional-store.ts';

/** A device with what is stored beside its record. `record.ouPath` is looked up when it is read. */
export interface DeviceEntry {
  readonly record: DeviceRecord;
  readonly identity: string;
  readonly unenrolledAt: number | null;
}

export interface DeliveryEntry {
  readonly record: DeliveryRecord;
  readonly organisationId: number;
  /** When a worker may take it; null once it is over. */
  readonly dueAt: number | null;
}

/** All data. Entries are never changed, only replaced: a copy of the maps is a copy of everything. */
export interface Tables {
  readonly organisations: Map<number, OrganisationRecord>;
  readonly eventSequences: Map<number, number>;
  readonly ous: Map<string, OuRecord>;
  readonly campuses: Map<string, CampusRecord>;
  readonly enrollmentTokens: Map<
    string,
    Omit<EnrollmentTokenRecord, 'ouPath'> & { readonly secretHash: string }
  >;
  readonly devices: Map<string, DeviceEntry>;
  readonly commands: Map<string, CommandRecord>;
  readonly events: Map<string, { readonly organisationId: number; readonly body: EventBody }>;
  readonly webhooks: Map<string, WebhookRecord>;
  readonly webhookSecrets: Map<WebhookId, readonly string[]>;
  readonly deliveries: Map<DeliveryId, DeliveryEntry>;
  readonly apiKeys: Map<string, ApiKeyRecord>;
  readonly apiKeySecrets: Map<string, { readonly keyId: ApiKeyId; readonly secret: KeySecret }>;
  readonly apiKeyUsage: Map<
    string,
    { readonly requests: number; readonly errors: number; readonly lastUsedAt: number }
  >;
  readonly idempotency: Map<string, IdempotencyMark>;
  readonly activity: Map<string, ReceivedActivity>;
  readonly deviceEvents: Map<string, ReceivedDeviceEvent>;
  readonly firstRunLinks: Map<string, { readonly expiresAt: number; readonly used: boolean }>;
  readonly sessions: Map<string, { readonly expiresAt: number }>;
}

/** What the repositories stand on. */
export interface Context {
  /** The tables that this transaction, or this read, sees. */
  readonly tables: Tables;
  readonly ids: IdSource;
  now(): number;
  readonly wake: Wake;
}

/** What the first migration of the SQLite adapter makes. */
export function firstTables(now: number): Tables {
  const tables = emptyTables();
  tables.organisations.set(1, {
    id: 1,
    name: 'My school',
    kind: 'live',
    plan: 'enterprise',
    timezone: 'UTC',
    settingsVersion: 1,
    accountDomain: 'school.local',
    helpLine: null,
    heartbeatSeconds: 30,
  });
  const id = 'ou_00000000000000000000000001';
  tables.ous.set(id, {
    id,
    organisationId: 1,
    name: '',
    parentId: null,
    path: '/',
    createdAt: now,
    updatedAt: now,
  });
  return tables;
}

/** A copy whose changes the original does not see. */
export function copyTables(tables: Tables): Tables {
  const copies = Object.entries(tables).map(([name, table]) => [name, new Map(table)]);
  return Object.fromEntries(copies) as Tables;
}

function emptyTables(): Tables {
  return {
    organisations: new Map(),
    eventSequences: new Map(),
    ous: new Map(),
    campuses: new Map(),
    enrollmentTokens: new Map(),
    devices: new Map(),
    commands: new Map(),
    events: new Map(),
    webhooks: new Map(),
    webhookSecrets: new Map(),
    deliveries: new Map(),
    apiKeys: new Map(),
    apiKeySecrets: new Map(),
    apiKeyUsage: new Map(),
    idempotency: new Map(),
    activity: new Map(),
    deviceEvents: new Map(),
    firstRunLinks: new Map(),
    sessions: new Map(),
  };
}

/** The entry of an organisation, or null: what belongs to another organisation does not exist. */
export function ofOrganisation<Row extends { readonly organisationId: number }>(
  row: Row | undefined,
  organisationId: number,
): Row | null {
  return row?.organisationId === organisationId ? row : null;
}

/** What a database would give back of a JSON value: a copy, without members that are undefined. */
export function jsonCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
