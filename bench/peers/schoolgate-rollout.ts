import { createApi } from '../../api/api.ts';
import { openSession } from '../../api/http/authentication/sessions.ts';
import { createApiKey } from '../../api/keys/api-keys.ts';
import { createSsrfGuard } from '../../api/outbound/ssrf-guard.ts';
import { SCOPES } from '../../contracts/scopes.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { systemClock } from '../../kit/clock.ts';
import { systemRandom } from '../../kit/random.ts';
import { createSealer } from '../../kit/sealing.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { RolloutReady } from '../rollout.ts';
import { benchGatewayOptions, fleetForIpc, ids, log, openBenchStore } from './bench-store.ts';
import { servePeer } from './peer-process.ts';
import { fillSchool } from './school-day.ts';

/** Gateway and REST API over one SQLite file in one process, with people, units and policies. */
const { store, fleet, path, remove } = await openBenchStore(Number(process.argv[2]));
const accounts = await fillSchool(store, fleet);
const common = { store, clock: systemClock, ids, random: systemRandom, log };
const gatewayOptions = benchGatewayOptions(store);
const gateway = createGateway(gatewayOptions);
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
  webhookGuard: createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [] }),
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
const [policy] = (await store.policies.current(DEFAULT_ORGANISATION_ID)).filter(({ name }) =>
  name.startsWith('Common'),
);
const viewers = await signInViewers(Number(process.argv[3] ?? 0));

const ready: RolloutReady = {
  mqttPort: gateway.addresses().tcp?.port ?? 0,
  httpPort: api.address().port,
  apiKey: key,
  serverPublicKey: gatewayOptions.serverKey.publicKey,
  database: path,
  policyId: policy?.id ?? '',
  accounts,
  viewers,
  fleet: fleetForIpc(fleet) as RolloutReady['fleet'],
};
servePeer(ready, async () => {
  await api.stop();
  await gateway.stop();
  await remove();
});

/** People who are signed in to the dashboard. @returns the secrets of their sessions */
async function signInViewers(count: number): Promise<readonly string[]> {
  const secrets: string[] = [];
  for (let number = 0; number < count; number++)
    secrets.push(
      await store.transaction(async (tx) => {
        const account = await tx.accounts.create({
          id: ids.next('acc'),
          organisationId: DEFAULT_ORGANISATION_ID,
          email: `viewer-${number}@school.example`,
          name: `Viewer ${number}`,
          role: number % 2 === 0 ? 'admin' : 'helpdesk',
          ...{ ouId: null, passwordHash: null, oidc: null, provisioned: false },
          createdAt: systemClock.now(),
        });
        const from = { address: '127.0.0.1', userAgent: null };
        const tools = { clock: systemClock, random: systemRandom, ids };
        return (await openSession(tx, tools, { account, method: 'password', from })).secret;
      }),
    );
  return secrets;
}
