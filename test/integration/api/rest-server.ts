import { createHash } from 'node:crypto';
import type { Test } from 'tap';
import { type Api, type ApiOptions, createApi } from '../../../api/api.ts';
import { hashApiKey, newApiKeyText } from '../../../api/http/authentication/api-key-text.ts';
import { createSsrfGuard } from '../../../api/outbound/ssrf-guard.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import { ALL_SCOPES } from '../../../contracts/scopes.ts';
import { type Clock, systemClock } from '../../../kit/clock.ts';
import { silentLog } from '../../../kit/log.ts';
import { createIdSource, type IdSource, systemRandom } from '../../../kit/random.ts';
import { createSealer } from '../../../kit/sealing.ts';
import { fileSettings } from '../../../server/config/file-settings.ts';
import { loadConfig } from '../../../server/config/load-config.ts';
import type { ApiKeyRecord, KeySecret } from '../../../store/ports/api-keys.ts';
import type { DeviceRecord } from '../../../store/ports/devices.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../store/ports/organisations.ts';
import type { Store } from '../../../store/ports/store.ts';
import { createTestStore } from '../../support/test-store.ts';

/** Answer of a call. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the schemas promise, and fails where they lie
  readonly body: any;
}

/** The real HTTP side on a real SQLite store, on a free port of the loopback. */
export interface RestServer {
  readonly api: Api;
  readonly store: Store;
  readonly ids: IdSource;
  readonly port: number;
  /** A full-scope key at 5,000 a minute. */
  readonly key: string;
  makeKey(
    changes?: Partial<ApiKeyRecord>,
    secret?: Partial<KeySecret>,
  ): Promise<{ readonly id: string; readonly key: string }>;
  makeDevice(changes?: {
    readonly name?: string;
    readonly ou?: string;
    readonly organisationId?: number;
  }): Promise<DeviceRecord>;
  /** `key: null` sends none. */
  call(
    method: string,
    path: string,
    options?: {
      readonly key?: string | null;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<Answer>;
}

export const SERVER_PUBLIC_KEY = 'A'.repeat(43);

export async function startRestServer(
  t: Test,
  options: {
    readonly clock?: Clock;
    readonly store?: (store: Store) => Store;
    readonly api?: Partial<ApiOptions>;
    /** Options that stand on the store. */
    readonly withStore?: (store: Store) => Partial<ApiOptions>;
    /** The database file; default: a new one. */
    readonly databasePath?: string;
  } = {},
): Promise<RestServer> {
  const clock = options.clock ?? systemClock;
  const store = await createTestStore(t, {
    clock,
    ...(options.databasePath === undefined ? {} : { path: options.databasePath }),
  });
  const ids = createIdSource({ clock, random: systemRandom });
  const api = createApi({
    store: options.store?.(store) ?? store,
    clock,
    ids,
    random: systemRandom,
    log: silentLog,
    sealer: createSealer({ masterKey: new Uint8Array(32).fill(1), random: systemRandom }),
    listen: { host: '127.0.0.1', port: 0 },
    agentInfo: {
      certificateAuthority: 'PEM of the authority',
      serverPublicKey: SERVER_PUBLIC_KEY,
      authorityFingerprint: 'F'.repeat(43),
      enrollCommand: (token) => `schoolgate-agent enroll --token ${token}`,
      mqttUrls: (host) => [`mqtts://${host}:8883`],
    },
    cursorSecret: new Uint8Array(32).fill(2),
    fileSettings: fileSettings(loadConfig({ flags: {}, env: {}, cwd: '/' })),
    documentFiles: { json: 'openapi/openapi.json', yaml: 'dist/openapi.yaml' },
    webhookGuard: {
      ...createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [] }),
      checkUrl: () => Promise.resolve(),
    },
    // Nothing is read: each update is over at once.
    categoryUpdates: {
      run: ({ organisationId, holder }) => void store.categorySources.endUpdate(organisationId, holder),
      rebuild: () => undefined,
      running: () => null,
    },
    ...options.api,
    ...options.withStore?.(store),
  });
  await api.start();
  t.teardown(() => api.stop());
  const { port } = api.address();

  const makeKey: RestServer['makeKey'] = async (changes = {}, secret = {}) => {
    const key = newApiKeyText(systemRandom, 'live');
    const id = ids.next('key');
    const now = clock.now();
    await store.apiKeys.create(
      {
        id,
        organisationId: DEFAULT_ORGANISATION_ID,
        name: 'test',
        scopes: ALL_SCOPES,
        tier: 'enterprise',
        rateLimitOverride: 5_000,
        ouPath: null,
        ipAllowList: [],
        expiresAt: null,
        revokedAt: null,
        createdAt: now,
        ...changes,
      },
      {
        slot: 'primary',
        hash: hashApiKey(key),
        display: 'sgk_live_test',
        createdAt: now,
        expiresAt: null,
        ...secret,
      },
    );
    return { id, key };
  };
  const { key } = await makeKey();

  let made = 0;
  const makeDevice: RestServer['makeDevice'] = async ({
    name,
    ou = '/',
    organisationId = DEFAULT_ORGANISATION_ID,
  } = {}) => {
    made += 1;
    const number = made;
    const id: DeviceId = ids.next('dev');
    return await store.transaction(async (tx) => {
      const unit = await tx.ous.ensurePath(organisationId, ou, clock.now());
      const { device } = await tx.devices.enroll({
        id,
        organisationId,
        ouId: unit.id,
        publicKey: createHash('sha256').update(id).digest('base64url'),
        hardware: {
          machineId: `machine-${number}`,
          serial: `S${number}`,
          hostname: name ?? `LAP-${String(number).padStart(3, '0')}`,
          platform: 'linux',
          osVersion: 'Debian 13',
          manufacturer: null,
          model: null,
        },
        agentVersion: '1.0.0',
        now: clock.now(),
      });
      return device;
    });
  };

  const call: RestServer['call'] = async (method, path, { key: given = key, body, headers = {} } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(given === null ? {} : { authorization: `Bearer ${given}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: text !== '' && json ? JSON.parse(text) : text,
    };
  };
  return { api, store, ids, port, key, makeKey, makeDevice, call };
}

/** A well-formed id that nothing has. */
export function strangeId(prefix: string): string {
  return `${prefix}_01h455vb4pex5vsknk084sn02q`;
}
