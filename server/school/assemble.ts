import { hkdfSync } from 'node:crypto';
import { extname, join } from 'node:path';
import { type ApiOptions, createApi } from '../../api/api.ts';
import { createCategories } from '../../api/categories/categories.ts';
import { createDueChanges } from '../../api/classroom/due-changes.ts';
import { createSessions } from '../../api/http/authentication/sessions.ts';
import type { TlsMaterial } from '../../api/http/http-server.ts';
import { createMetrics } from '../../api/operations/metrics.ts';
import { createSsrfGuard, type SsrfGuard } from '../../api/outbound/ssrf-guard.ts';
import { organisationBundle } from '../../api/policies/bundle.ts';
import { createPreviewEngine, type PreviewEngine } from '../../api/policies/preview/preview-engine.ts';
import { createCronTick } from '../../api/scheduler/cron-tick.ts';
import { createScheduler } from '../../api/scheduler/scheduler.ts';
import type { OidcTools } from '../../api/sign-in/oidc.ts';
import { createWebhookDelivery } from '../../api/webhooks/delivery/delivery.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { createAddressMatcher } from '../../kit/addresses.ts';
import { systemClock } from '../../kit/clock.ts';
import { systemDiskSpace } from '../../kit/disk-space.ts';
import { createLifecycle, type Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { type IdSource, systemRandom } from '../../kit/random.ts';
import { createSealer } from '../../kit/sealing.ts';
import type { Store } from '../../store/ports/store.ts';
import type { BundleDefaults } from '../../store/rules/bundle-defaults.ts';
import { createDeviceBundles } from '../../store/rules/device-bundles.ts';
import {
  createSettingsSource,
  type FileSettings,
  type SettingsSource,
} from '../../store/rules/organisation-settings.ts';
import { createRemovalCodes } from '../../store/rules/removal-codes.ts';
import { createSchoolTimes, type ReadSchoolTimes } from '../../store/rules/school-times.ts';
import { SHIPPED_BUNDLE_DEFAULTS } from '../../store/rules/shipped-bundle-defaults.ts';
import { createAuditAnchor } from '../audit/anchor.ts';
import { lastBackupAt } from '../backup/last-backup.ts';
import { readMachineNames } from '../certificates/hosts.ts';
import {
  createCertificateRenewal,
  loadServerIdentity,
  type ServerIdentityOptions,
} from '../certificates/server-identity.ts';
import type { TlsIdentity } from '../certificates/tls-identity.ts';
import { enrollCommand, shippedFile } from '../config/installation.ts';
import type { Settings } from '../config/settings.ts';
import { createDashboard } from '../dashboard/register.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { folderStore } from '../data-folder/store-adapter.ts';
import { createDiskReserve } from '../disk/disk-reserve.ts';
import { createSchoolMail } from '../mail/school-mail.ts';
import { loadSecrets } from '../secrets/secrets.ts';
import { httpUrl, mqttUrls, type Ports, servesPlainHttp } from './addresses.ts';
import { categoryPlaces } from './category-places.ts';
import { createCurrentSignIn } from './current-sign-in.ts';
import { createJobs } from './jobs.ts';
import { createOperations } from './operations.ts';
import { createRecommendedLists } from './recommended-lists.ts';
import { dependsOnSecrets, hasDevices } from './usage.ts';

/** What the parts of the server need: the locked data folder and its started store. */
export interface Ground {
  readonly settings: Settings;
  /** The same, as far as it can also be set over the API. */
  readonly fileSettings: FileSettings;
  readonly layout: DataLayout;
  readonly store: Store;
  readonly ids: IdSource;
  readonly log: Log;
}

/** The parts that reach the network, not started yet. */
export interface Parts extends Service {
  /** Once started. */
  ports(): Ports;
  readonly identity: TlsIdentity;
}

/** `.ts` when Node runs the sources, `.js` when it runs the build. */
const PREVIEW_PROGRAM = join(import.meta.dirname, `preview-thread${extname(import.meta.filename)}`);

/** Reads or makes keys and certificates, and builds gateway, webhook delivery and HTTP server on them. @throws OperatorError */
export async function assembleParts(
  ground: Ground,
  { fetchRecommended }: { readonly fetchRecommended: boolean },
): Promise<Parts> {
  const { settings, fileSettings, layout, ids, log } = ground;
  const metrics = createMetrics();
  const store = metrics.timed(ground.store);
  const common = { store, clock: systemClock, ids, random: systemRandom, log };
  const schoolSettings = createSettingsSource(store, fileSettings);
  const identityOptions: ServerIdentityOptions = {
    ...common,
    settings,
    folder: layout.certificates,
    machine: readMachineNames,
    inUse: () => hasDevices(store),
  };
  const secrets = await secretsOf(ground);
  const identity = await loadServerIdentity(identityOptions);
  let certifiedHosts = identity.hosts;
  const machine = readMachineNames();
  const dashboardUrl = (): string => httpUrl(settings, machine, ports().http);
  const tls = { cert: identity.certificate, key: identity.key };
  const sealer = createSealer({ masterKey: secrets.masterKey, random: systemRandom });
  const webhookGuard = webhookGuardOf(settings);
  const bundles = createDeviceBundles({ store, log, defaults: bundleDefaultsOf(settings) });
  const schoolTimes = createSchoolTimes(bundleDefaultsOf(settings));
  const reserve = createDiskReserve({ ...common, folder: layout.root, disk: systemDiskSpace });
  const removalCodes = createRemovalCodes(secrets.masterKey);
  const gateway = createGateway({
    ...common,
    serverKey: secrets.signingKey,
    matches: createAddressMatcher(),
    ...{ bundles, removalCodes, reserve, trustProxy: settings.trustProxy },
    listen: { tls: { host: settings.host, port: settings.mqttPort, ...tls } },
  });
  const delivery = createWebhookDelivery({ ...common, sealer, guard: webhookGuard, reserve });
  const preview = previewEngine({ store, layout, log }, schoolTimes);
  const categories = createCategories({ ...common, ...categoryPlaces(settings, layout), reserve });
  const { updater } = categories;
  const mail = createSchoolMail({ settings: schoolSettings, sealer, log });
  const api = createApi({
    ...{ ...common, sealer, mail, dashboardUrl },
    listen: httpListen(settings, tls),
    agentInfo: {
      certificateAuthority: identity.authority,
      authorityFingerprint: identity.authorityFingerprint,
      serverPublicKey: secrets.signingKey.publicKey,
      enrollCommand: (token) => enrollCommand(dashboardUrl(), token),
      mqttUrls: (requestHost) => mqttUrls({ settings, machine, ports: ports(), certifiedHosts }, requestHost),
    },
    registerDashboard: dashboardOf({ ...common, sealer }, { settings, schoolSettings }),
    ...{ webhookGuard, fileSettings, schoolTimes, bundles, removalCodes, reserve },
    ...{ categories: categories.lookup, categoryDownloads: categories.downloads },
    ...{ categoryUpdates: categories.updates, categorySearch: categories.search },
    ...{ preview, lastBackupAt: () => lastBackupAt(layout), cursorSecret: cursorSecretOf(secrets.masterKey) },
    documentFiles: { json: shippedFile('openapi/openapi.json'), yaml: shippedFile('dist/openapi.yaml') },
    ...{ trustProxy: settings.trustProxy, corsOrigins: settings.apiCorsOrigins },
    operations: createOperations({ settings, layout, gateway, store, reserve, metrics }),
  });
  api.onUpgrade((request, socket, head) => gateway.upgrade(request, socket, head));

  const renewal = createCertificateRenewal({
    ...identityOptions,
    current: identity,
    apply: (renewed) => {
      const next = { cert: renewed.certificate, key: renewed.key };
      gateway.renewTls(next);
      api.renewTls(next);
      certifiedHosts = renewed.hosts;
    },
  });
  const lifecycle = createLifecycle([
    createAuditAnchor({ store, clock: systemClock, log, layout }),
    // Before the gateway: the first target that a device gets names the index, and its first record may find no room.
    categories.lookup,
    categories.updates,
    reserve,
    gateway,
    delivery,
    createDueChanges({ store, clock: systemClock, log }),
    preview,
    api,
    renewal,
    ...workByTheCalendar(
      { ...common, settings: schoolSettings, mail, updater, dashboardUrl },
      fetchRecommended,
    ),
  ]);
  return { ...lifecycle, ports, identity };

  function ports(): Ports {
    const mqtt = gateway.addresses().tls;
    if (mqtt === undefined) throw new Error('the gateway does not listen');
    return { http: api.address().port, mqtt: mqtt.port };
  }
}

/** What the server does by itself beside answering. */
function workByTheCalendar(
  tools: Parameters<typeof createJobs>[0] & Omit<Parameters<typeof createScheduler>[0], 'jobs' | 'tick'>,
  fetchRecommended: boolean,
): readonly Service[] {
  return [
    ...(fetchRecommended ? [createRecommendedLists(tools)] : []),
    createScheduler({ ...tools, jobs: createJobs(tools), tick: createCronTick() }),
  ];
}

function secretsOf({ layout, store }: Pick<Ground, 'layout' | 'store'>) {
  return loadSecrets({
    folder: layout.secrets,
    random: systemRandom,
    inUse: () => dependsOnSecrets(store),
  });
}

function bundleDefaultsOf(settings: Settings): BundleDefaults {
  return {
    ...SHIPPED_BUNDLE_DEFAULTS,
    schoolHours: settings.filteringSchoolHours,
    upstreams: [...settings.filteringUpstreams],
    connectivityUrl: settings.filteringConnectivityUrl,
  };
}

function webhookGuardOf(settings: Settings): SsrfGuard {
  return createSsrfGuard({
    allowCidrs: settings.webhookAllowCidrs,
    allowHttpCidrs: settings.webhookAllowHttpCidrs,
  });
}

function cursorSecretOf(masterKey: Uint8Array): Uint8Array {
  return Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), 'schoolgate cursors 1', 32));
}

/** The dashboard's pages. An OpenID provider is reached only where the operator allows it. */
function dashboardOf(
  tools: Parameters<typeof createSessions>[0] & Omit<OidcTools, 'guard'>,
  { settings, schoolSettings }: { readonly settings: Settings; readonly schoolSettings: SettingsSource },
) {
  const guard = createSsrfGuard({
    allowCidrs: settings.signInAllowCidrs,
    allowHttpCidrs: settings.signInAllowHttpCidrs,
  });
  return createDashboard({
    sessions: createSessions(tools),
    oidc: createCurrentSignIn(schoolSettings, { ...tools, guard }),
    school: async () => (await schoolSettings.read()).values,
    log: tools.log,
  });
}

function httpListen(settings: Settings, tls: TlsMaterial): ApiOptions['listen'] {
  return {
    host: settings.host,
    port: settings.httpPort,
    drainMs: settings.stopDelaySeconds * 1_000,
    ...(servesPlainHttp(settings) ? {} : { tls }),
  };
}

/** Tries policies out on the records of the store, on threads of its own. */
function previewEngine(
  { store, layout, log }: Pick<Ground, 'store' | 'layout' | 'log'>,
  schoolTimes: ReadSchoolTimes,
): PreviewEngine {
  return createPreviewEngine({
    program: PREVIEW_PROGRAM,
    source: folderStore(layout).location,
    bundleOf: (organisationId) => organisationBundle(store, schoolTimes, organisationId),
    clock: systemClock,
    log,
  });
}
