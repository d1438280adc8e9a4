import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../../api/api.ts';
import { createApiKey } from '../../api/keys/api-keys.ts';
import { createMetrics } from '../../api/operations/metrics.ts';
import { createSsrfGuard } from '../../api/outbound/ssrf-guard.ts';
import { READ_ONLY_SCOPES } from '../../contracts/scopes.ts';
import { systemClock } from '../../kit/clock.ts';
import { createBufferedLog } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { createSealer } from '../../kit/sealing.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { ApiReady } from '../api.ts';
import { ids, openBenchStore } from './bench-store.ts';
import { servePeer } from './peer-process.ts';

/** Enough that none reaches its limit: the limiter counts every request all the same. */
const KEYS = 64;
const RATE_LIMIT = 5_000;

/** The product’s HTTP side over one SQLite file, with its access log (to a file) and its metrics. */
const { store: plain, remove } = await openBenchStore(Number(process.argv[2]));
const folder = await mkdtemp(join(tmpdir(), 'schoolgate-bench-log-'));
const metrics = createMetrics();
const store = metrics.timed(plain);
const common = { store, clock: systemClock, ids, random: systemRandom };
const api = createApi({
  ...common,
  log: createBufferedLog('info', openSync(join(folder, 'access.log'), 'a')).log,
  sealer: createSealer({ masterKey: systemRandom.bytes(32), random: systemRandom }),
  listen: { host: '127.0.0.1', port: 0 },
  agentInfo: {
    certificateAuthority: '',
    authorityFingerprint: '',
    serverPublicKey: '',
    mqttUrls: () => [],
    enrollCommand: () => '',
  },
  cursorSecret: systemRandom.bytes(32),
  documentFiles: { json: 'openapi/openapi.json', yaml: 'dist/openapi.yaml' },
  webhookGuard: {
    ...createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [] }),
    checkUrl: () => Promise.resolve(),
  },
  operations: { metrics },
});
await api.start();
await addPeople(Number(process.argv[3] ?? 0));
const keys: string[] = [];
for (let number = 0; number < KEYS; number++) {
  const { key } = await createApiKey(common, {
    organisationId: DEFAULT_ORGANISATION_ID,
    name: `bench ${number}`,
    scopes: READ_ONLY_SCOPES,
    tier: 'enterprise',
    rateLimitOverride: RATE_LIMIT,
    expiresAt: null,
  });
  keys.push(key);
}

const ready: ApiReady = { port: api.address().port, keys };
servePeer(ready, async () => {
  await api.stop();
  await remove();
  await rm(folder, { recursive: true, force: true });
});

/** People of the roster, a thousand in a transaction. */
async function addPeople(count: number): Promise<void> {
  const root = await store.ous.byPath(DEFAULT_ORGANISATION_ID, '/');
  if (root === null) throw new Error('there is no root unit');
  for (let first = 0; first < count; first += 1_000)
    await store.transaction(async (tx) => {
      for (let number = first; number < Math.min(count, first + 1_000); number++)
        await tx.users.create({
          id: ids.next('usr'),
          organisationId: DEFAULT_ORGANISATION_ID,
          email: `student-${number}@school.example`,
          name: `Student ${number}`,
          role: 'student',
          ouId: root.id,
          externalId: `SIS-${number}`,
          grade: '9',
          status: 'active',
          now: systemClock.now(),
        });
    });
}
