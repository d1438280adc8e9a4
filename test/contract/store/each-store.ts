import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { EventType } from '../../../contracts/events/catalogue.ts';
import type { DeviceId, OuId } from '../../../contracts/ids.ts';
import { createIdSource, type IdSource, systemRandom } from '../../../kit/random.ts';
import type { AccountRecord, NewAccount } from '../../../store/ports/accounts.ts';
import type { ApiKeyRecord, KeySecret } from '../../../store/ports/api-keys.ts';
import type { CommandRecord } from '../../../store/ports/commands.ts';
import type { DeviceRecord, HeartbeatWrite } from '../../../store/ports/devices.ts';
import type { NewEvent, WebhookStore } from '../../../store/ports/events.ts';
import type { Store } from '../../../store/ports/store.ts';
import { createSqliteStore } from '../../../store/sqlite/sqlite-store.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { rerunning } from '../../support/rerun-store.ts';
import { noteDatabase } from '../../support/store-rows.ts';
import { placeMigratedDatabase } from '../../support/template-database.ts';
import { temporaryFolder } from '../../support/test-store.ts';

/** A started store with a clock to turn, and makers of things to put in it. */
export interface Fixture {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly ids: IdSource;
  /** What was logged, newest last. */
  readonly logged: readonly { readonly level: string; readonly message: string }[];
}

export const ROOT_OU: OuId = 'ou_00000000000000000000000001';

/**
 * Registers a test of a promise, once for each adapter.
 * @param bodies `twice`: each body of a transaction is run twice, the first run undone, as an adapter may do it
 */
export function promise(
  name: string,
  body: (t: Test, fixture: Fixture) => Promise<void>,
  bodies: 'once' | 'twice' = 'twice',
): void {
  for (const [adapter, make] of Object.entries(ADAPTERS)) {
    t.test(`${adapter}: ${name}`, async (t) => {
      const clock = createFakeClock();
      const ids = createIdSource({ clock, random: systemRandom });
      const logged: { level: string; message: string }[] = [];
      const made = await make(t, { clock, ids, log: recordingLog(logged) });
      t.teardown(() => made.stop());
      await made.start();
      const store = bodies === 'twice' ? rerunning(made) : made;
      await body(t, { store, clock, ids, logged });
    });
  }
}

type Parts = Omit<Parameters<typeof createSqliteStore>[0], 'path' | 'durability'>;

const ADAPTERS: Readonly<Record<string, (t: Test, parts: Parts) => Promise<Store>>> = {
  sqlite: async (t, parts) => {
    const path = join(await temporaryFolder(t), 'schoolgate.db');
    await placeMigratedDatabase(path, parts.clock.now());
    const store = createSqliteStore({ ...parts, path, durability: 'normal' });
    noteDatabase(store, path);
    return store;
  },
};

function recordingLog(lines: { level: string; message: string }[]): NonNullable<Parts['log']> {
  const write =
    (level: string) =>
    (_fields: unknown, message: string): void =>
      void lines.push({ level, message });
  const log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: () => log,
  };
  return log;
}

let machines = 0;

/** Enrolls a device; another machine each time unless `machineId` is given. */
export async function enroll(
  { store, clock, ids }: Fixture,
  wanted: {
    readonly machineId?: string;
    readonly serial?: string | null;
    readonly hostname?: string;
    readonly ouId?: OuId;
    readonly publicKey?: string;
    readonly platform?: DeviceRecord['platform'];
  } = {},
): Promise<{ readonly device: DeviceRecord; readonly reEnrolled: boolean }> {
  machines += 1;
  return await store.devices.enroll({
    id: ids.next('dev'),
    organisationId: 1,
    ouId: wanted.ouId ?? ROOT_OU,
    publicKey: wanted.publicKey ?? `key-${machines}`,
    agentVersion: '1.0.0',
    now: clock.now(),
    hardware: {
      machineId: wanted.machineId ?? `machine-${machines}`,
      serial: wanted.serial === undefined ? `SN-${machines}` : wanted.serial,
      hostname: wanted.hostname ?? `laptop-${machines}`,
      platform: wanted.platform ?? 'linux',
      osVersion: 'Ubuntu 24.04',
      manufacturer: 'Lenovo',
      model: null,
    },
  });
}

/** A device that is enrolled, or fails the test. */
export async function read({ store }: Fixture, id: string): Promise<DeviceRecord> {
  const device = await store.devices.find(id);
  if (device === null) throw new Error(`there is no device ${id}`);
  return device;
}

export function heartbeat(deviceId: DeviceId, changes: Partial<HeartbeatWrite> = {}): HeartbeatWrite {
  return {
    deviceId,
    lastSeenAt: 0,
    user: null,
    battery: null,
    campus: 'unknown',
    campusId: null,
    osVersion: 'Ubuntu 24.04',
    agentVersion: '1.0.0',
    protection: 'enforcing',
    protectionSince: null,
    policyVersion: 0,
    targetConfirmed: 0,
    ...changes,
  };
}

/** Stores a command of a device; queued for an hour unless said otherwise. */
export async function command(
  { store, clock, ids }: Fixture,
  deviceId: DeviceId,
  changes: Partial<CommandRecord> = {},
): Promise<CommandRecord> {
  const record: CommandRecord = {
    id: ids.next('cmd'),
    organisationId: 1,
    deviceId,
    sequence: await store.devices.nextCommandSequence(deviceId),
    type: 'message',
    params: { text: 'Hello' },
    status: 'queued',
    createdAt: clock.now(),
    expiresAt: clock.now() + 3_600_000,
    sentAt: null,
    acknowledgedAt: null,
    completedAt: null,
    result: null,
    error: null,
    requestedBy: null,
    batchId: null,
    ...changes,
  };
  await store.commands.create(record);
  return record;
}

type WebhookInput = Parameters<WebhookStore['create']>[0];

export function webhookInput({ clock, ids }: Fixture, changes: Partial<WebhookInput> = {}): WebhookInput {
  return {
    id: ids.next('whk'),
    organisationId: 1,
    url: 'https://sis.example/hooks',
    kind: 'standard',
    events: ['*'],
    description: null,
    enabled: true,
    disabledReason: null,
    signature: 'hmac',
    headers: {},
    createdAt: clock.now(),
    updatedAt: clock.now(),
    sealedSecret: 's1.secret',
    ...changes,
  };
}

export function newEvent(
  { clock }: Fixture,
  type: EventType = 'device.online',
  changes: Partial<NewEvent> = {},
): NewEvent {
  return { type, organisationId: 1, at: clock.now(), data: {}, ...changes };
}

/** Stores an API key. */
export async function apiKey(
  { store, clock, ids }: Fixture,
  changes: Partial<ApiKeyRecord> = {},
  secret: Partial<KeySecret> = {},
): Promise<ApiKeyRecord> {
  const key: ApiKeyRecord = {
    id: ids.next('key'),
    organisationId: 1,
    name: 'SIS',
    scopes: ['devices:read'],
    tier: 'standard',
    rateLimitOverride: null,
    ouPath: null,
    ipAllowList: [],
    expiresAt: null,
    revokedAt: null,
    createdAt: clock.now(),
    ...changes,
  };
  await store.apiKeys.create(key, {
    slot: 'primary',
    hash: `hash-of-${key.id}`,
    display: 'sgk_live_ab…yz',
    createdAt: clock.now(),
    expiresAt: null,
    ...secret,
  });
  return key;
}

/** Stores a dashboard account; an owner unless said otherwise. */
export async function account(
  { store, clock, ids }: Fixture,
  changes: Partial<NewAccount> = {},
): Promise<AccountRecord> {
  const id = ids.next('acc');
  return await store.accounts.create({
    id,
    organisationId: 1,
    email: `${id}@x.example`,
    name: 'Ana',
    role: 'owner',
    ouId: null,
    passwordHash: null,
    oidc: null,
    provisioned: false,
    createdAt: clock.now(),
    ...changes,
  });
}
