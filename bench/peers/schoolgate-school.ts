import { createApi } from '../../api/api.ts';
import { createApiKey } from '../../api/keys/api-keys.ts';
import { createSsrfGuard } from '../../api/outbound/ssrf-guard.ts';
import { SCOPES } from '../../contracts/scopes.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { systemClock } from '../../kit/clock.ts';
import { systemRandom } from '../../kit/random.ts';
import { createSealer } from '../../kit/sealing.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { SchoolReady } from '../lock.ts';
import { benchGatewayOptions, fleetForIpc, ids, log, openBenchStore } from './bench-store.ts';
import { servePeer } from './peer-process.ts';

/** Gateway and REST API over one SQLite file in one process, as `schoolgate serve` runs them. */
const { store, fleet, remove } = await openBenchStore(Number(process.argv[2]));
const common = { store, clock: systemClock, ids, random: systemRandom, log };
const gateway = createGateway(benchGatewayOptions(store));
const api = createApi({
  ...common,
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
});
await gateway.start();
await api.start();
const { key } = await createApiKey(common, {
  organisationId: DEFAULT_ORGANISATION_ID,
  name: 'bench',
  scopes: SCOPES,
  tier: 'enterprise',
  rateLimitOverride: 5_000,
  expiresAt: null,
});

const ready: SchoolReady = {
  mqttPort: gateway.addresses().tcp?.port ?? 0,
  httpPort: api.address().port,
  apiKey: key,
  fleet: fleetForIpc(fleet) as SchoolReady['fleet'],
};
servePeer(ready, async () => {
  await api.stop();
  await gateway.stop();
  await remove();
});
