import Sqlite from 'better-sqlite3';
import { REQUEST_MS } from '../../../api/enrollment/re-enrollment.ts';
import { openSession } from '../../../api/http/authentication/sessions.ts';
import type { DeviceId, EnrollmentTokenId } from '../../../contracts/ids.ts';
import { systemClock } from '../../../kit/clock.ts';
import { systemRandom } from '../../../kit/random.ts';
import { generateSigningKey } from '../../../kit/signing.ts';
import { addressOf, type Operation } from './operations.ts';
import { type Person, signedIn } from './people.ts';
import type { Answer, RestServer } from './rest-server.ts';

/** An organisation that has one of everything. */
export interface World {
  readonly organisationId: number;
  readonly owner: Person;
  /** Id of the one of each collection: `/v1/campuses` → `cam_…`. */
  readonly ids: ReadonlyMap<string, string>;
  /** The body with which a call succeeds here; undefined when it takes none. */
  bodyOf(operation: Operation): unknown;
  /** Calls as the owner, with a body that fits and the ids of this world. */
  call(operation: Operation): Promise<Answer>;
}

/** Adds an organisation to a database; the program itself has one only. */
export function addOrganisation(path: string, id: number): void {
  const db = new Sqlite(path);
  try {
    db.prepare(
      `INSERT INTO organisations (id, name, kind, plan, timezone, account_domain)
       VALUES (?, 'Another school', 'live', 'enterprise', 'UTC', 'other.local')`,
    ).run(id);
    db.prepare(
      `INSERT INTO ous (id, organisation_id, name, parent_id, path, created_at, updated_at) VALUES (?, ?, '', NULL, '/', 0, 0)`,
    ).run(`ou_0000000000000000000000000${id}`, id);
  } finally {
    db.close();
  }
}

/** Makes one of everything, by the calls of the API where there are any, with the examples of the document as bodies. */
export async function makeWorld(
  server: RestServer,
  operations: readonly Operation[],
  organisationId: number,
): Promise<World> {
  const { store } = server;
  const owner = await signedIn(server, 'owner', {
    organisationId,
    email: `owner@${organisationId}.example`,
  });
  const ids = new Map<string, string>();
  const idOf = (collection: string): string => ids.get(collection) ?? '';
  const bodyOf = (operation: Operation): unknown =>
    BODIES[operation.operationId]?.(idOf) ?? operation.example ?? undefined;
  const world: World = {
    organisationId,
    owner,
    ids,
    bodyOf,
    call: (operation) =>
      owner.call(operation.method, addressOf(operation, idsOf(world, operation)), bodyOf(operation)),
  };
  const make = async (operationId: string, collection: string): Promise<void> => {
    const operation = operations.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`there is no ${operationId}`);
    const answer = await world.call(operation);
    if (answer.status >= 300)
      throw new Error(
        `${operationId}: ${answer.status} ${JSON.stringify(answer.body)}: give it a body in world.ts`,
      );
    ids.set(collection, answer.body.id);
  };
  await store.ous.ensurePath(organisationId, '/Springfield/High/Grade-10', Date.now());
  await store.ous.ensurePath(organisationId, '/Springfield/High/Grade-9', Date.now());
  const device = await server.makeDevice({ organisationId, ou: '/Springfield/High/Grade-9' });
  ids.set('/v1/devices', device.id);
  for (const [operationId, collection] of MAKERS) await make(operationId, collection);
  const alert = await store.transaction((tx) =>
    tx.alerts.raise({
      organisationId,
      type: 'game_detected',
      severity: 'low',
      title: 'Game',
      deviceId: device.id,
      user: 'ana@x.example',
      ouId: device.ouId,
      policyId: null,
      details: {},
      count: 1,
      sameAs: 'game',
      joinsForMs: 1_000,
      at: Date.now(),
    }),
  );
  ids.set('/v1/alerts', alert.alert.id);
  ids.set('/v1/access-requests', await makeAccessRequest(server, world));
  ids.set('/v1/enrollment-requests', await makeEnrollmentRequest(server, world));
  const event = await store.events.append({
    type: 'device.online',
    organisationId,
    at: Date.now(),
    deviceId: device.id,
    data: { device: {} },
  });
  ids.set('/v1/events', event.id);
  const webhook = idOf('/v1/webhooks');
  const deliveries = await owner.call('GET', `/v1/webhooks/${webhook}/deliveries`);
  ids.set('/v1/webhooks/{id}/deliveries', deliveries.body.data[0].id);
  ids.set('/v1/dashboard-sessions', await openSecondSession(server, owner));
  return world;
}

/** A session of a person beside the one that calls. @returns its id */
export async function openSecondSession({ store, ids }: RestServer, { account }: Person): Promise<string> {
  const from = { address: '192.0.2.7', userAgent: null };
  const tools = { clock: systemClock, random: systemRandom, ids };
  const { session } = await store.transaction((tx) =>
    openSession(tx, tools, { account, method: 'password', from }),
  );
  return session.id;
}

/** A computer that asks to be enrolled as the device of a world, which no call of the API alone makes. @returns its id */
export async function makeEnrollmentRequest(
  { store, ids }: RestServer,
  { organisationId, ids: idsOfWorld }: Pick<World, 'organisationId' | 'ids'>,
): Promise<string> {
  const now = Date.now();
  const { id } = await store.enrollmentRequests.create({
    id: ids.next('erq'),
    organisationId,
    deviceId: idsOfWorld.get('/v1/devices') as DeviceId,
    tokenId: idsOfWorld.get('/v1/enrollment-tokens') as EnrollmentTokenId,
    publicKey: generateSigningKey().publicKey,
    hostname: 'LAP-001',
    address: '198.51.100.7',
    createdAt: now,
    expiresAt: now + REQUEST_MS,
  });
  return id;
}

/** A student of a world who asks for a site, which a laptop does. @returns its id */
async function makeAccessRequest(
  { store }: RestServer,
  { organisationId, ids }: Pick<World, 'organisationId' | 'ids'>,
): Promise<string> {
  const device = await store.devices.find(ids.get('/v1/devices') as DeviceId);
  if (device === null) throw new Error('the world has no device');
  const { id } = await store.accessRequests.ask({
    ...{ organisationId, deviceId: device.id, ouId: device.ouId, user: 'ana@x.example' },
    ...{
      host: `asked-${unique()}.example`,
      url: null,
      note: null,
      policyId: null,
      ruleId: null,
      alertId: null,
    },
    at: Date.now(),
  });
  return id;
}

/** Things that are the same in every world. */
const SHARED: ReadonlyMap<string, string> = new Map([['/v1/alert-rules', 'game_detected']]);

/** The ids of a world for an address, in its order: `/v1/webhooks/{id}/deliveries/{deliveryId}` takes those of two collections. */
export function idsOf({ ids }: World, { path }: Operation): readonly string[] {
  return [...path.matchAll(/\/\{\w+\}/g)].map(({ index }) => {
    const collection = path.slice(0, index).replaceAll(/\{\w+\}/g, '{id}');
    return ids.get(collection) ?? SHARED.get(collection) ?? '';
  });
}

/** Calls that make one thing of a collection, in an order in which each finds what it needs. */
const MAKERS: readonly (readonly [operationId: string, collection: string])[] = [
  ['createOu', '/v1/ous'],
  ['createUser', '/v1/users'],
  ['createCampus', '/v1/campuses'],
  ['createPolicy', '/v1/policies'],
  ['createCategorySource', '/v1/categories/sources'],
  ['createCategorySuggestion', '/v1/categories/suggestions'],
  ['createOverride', '/v1/overrides'],
  ['createClassroomSession', '/v1/classroom/sessions'],
  ['createWebhook', '/v1/webhooks'],
  ['createEnrollmentToken', '/v1/enrollment-tokens'],
  ['createApiKey', '/v1/keys'],
  ['createAccount', '/v1/accounts'],
  ['sendCommand', '/v1/commands'],
  ['sendCommandBatch', '/v1/commands/batches'],
];

let made = 0;
const unique = (): string => String(++made);

/** Bodies of calls whose example names things that must exist, or must not. */
const BODIES: Readonly<Record<string, (idOf: (collection: string) => string) => unknown>> = {
  createOu: () => ({ name: `Unit ${unique()}`, parentId: '/Springfield/High' }),
  createUser: () => ({
    email: `user-${unique()}@x.example`,
    name: 'Ana',
    role: 'student',
    ou: '/Springfield/High',
  }),
  createAccount: () => ({ email: `account-${unique()}@x.example`, name: 'Tea', role: 'teacher' }),
  createCampus: () => ({ name: `Campus ${unique()}` }),
  createPolicy: () => ({ name: `Policy ${unique()}` }),
  createCategorySource: () => ({
    id: `list-${unique()}`,
    location: 'https://lists.example/',
    format: 'plain',
    category: 'games',
  }),
  createCategorySuggestion: () => ({
    domain: `play-${unique()}.example`,
    category: 'games',
    kind: 'missing',
  }),
  updatePolicy: () => ({ priority: 200 }),
  createOverride: (idOf) => ({
    scope: { type: 'device', id: idOf('/v1/devices') },
    site: `wiki-${unique()}.example`,
    ttlMinutes: 60,
  }),
  createClassroomSession: (idOf) => ({
    name: 'Maths 9B',
    teacher: 'tea@x.example',
    durationMinutes: 50,
    deviceIds: [idOf('/v1/devices')],
  }),
  sendCommandBatch: (idOf) => ({ deviceIds: [idOf('/v1/devices')], type: 'sync_policy' }),
  updateDevice: () => ({ name: `Device ${unique()}` }),
  updateOu: () => ({ name: `Unit ${unique()}` }),
  batchUsers: () => ({ users: [{ email: `user-${unique()}@x.example`, name: 'Ana', role: 'student' }] }),
  explainVerdict: (idOf) => ({ deviceId: idOf('/v1/devices'), url: 'https://play.example/' }),
  createApiKey: () => ({ name: `Key ${unique()}`, scopes: ['devices:read'] }),
  updateApiKey: () => ({ name: `Key ${unique()}` }),
  updateAccount: () => ({ name: `Tea ${unique()}` }),
  updateAlertRule: () => ({ severity: 'medium' }),
  decideAccessRequest: () => ({ decision: 'allow', for: 'device', ttlMinutes: 45 }),
  updateCampus: () => ({ cidrs: ['198.51.100.0/24'] }),
};
