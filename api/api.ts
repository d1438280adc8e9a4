import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { formatEnrollmentToken } from '../contracts/enrollment/enrollment.ts';
import type { Clock } from '../kit/clock.ts';
import { Fault } from '../kit/fault.ts';
import type { Service } from '../kit/lifecycle.ts';
import type { Log } from '../kit/log.ts';
import type { IdSource, Random } from '../kit/random.ts';
import type { Sealer } from '../kit/sealing.ts';
import { NO_RESERVE, type StorageReserve } from '../kit/storage-reserve.ts';
import type { Store } from '../store/ports/store.ts';
import { createDeviceBundles, type DeviceBundles } from '../store/rules/device-bundles.ts';
import type { FileSettings } from '../store/rules/organisation-settings.ts';
import type { RemovalCodes } from '../store/rules/removal-codes.ts';
import { createSchoolTimes, type ReadSchoolTimes } from '../store/rules/school-times.ts';
import { type AgentInfo, addAgentRoutes } from './agent/agent-routes.ts';
import type { BackgroundUpdates } from './categories/background-updates.ts';
import { type CategoryLookup, createCategoryLookup } from './categories/category-lookup.ts';
import type { CategorySearch } from './categories/category-search.ts';
import type { CategoryDownloads } from './categories/downloads.ts';
import { createCommandBatchRun } from './commands/command-batch-run.ts';
import { addErrorPages } from './errors/error-pages.ts';
import { createAuthentication } from './http/authentication/authentication.ts';
import { createKnownBrowsers } from './http/authentication/known-browsers.ts';
import { isPermitted } from './http/authentication/permission.ts';
import { createSessions } from './http/authentication/sessions.ts';
import { createUsageRecorder } from './http/authentication/usage.ts';
import { createViewNotes } from './http/gathered-views.ts';
import { createAnswerHeaders } from './http/headers/answer-headers.ts';
import {
  createHttpServer,
  createListener,
  type HttpServerOptions,
  type Listener,
} from './http/http-server.ts';
import { createRateLimiter } from './http/limits/rate-limiter.ts';
import { createCursors } from './http/lists/cursor.ts';
import { mountRoute } from './http/mount-route.ts';
import { answerOtherMethods } from './http/other-methods.ts';
import { addRequestHooks } from './http/request-hooks.ts';
import type { RouteTools } from './http/route.ts';
import { createLiveFeed } from './live/live-feed.ts';
import { addExplorer } from './openapi/explorer.ts';
import { type DocumentFiles, serveOpenApi } from './openapi/serve.ts';
import type { Metrics } from './operations/metrics.ts';
import { addOperations } from './operations/operations-routes.ts';
import type { ReadinessCheck } from './operations/readiness.ts';
import type { CurrentMail } from './outbound/mailer.ts';
import type { SsrfGuard } from './outbound/ssrf-guard.ts';
import type { PreviewEngine } from './policies/preview/preview-engine.ts';
import { type ApiTools, ROUTES } from './routes.ts';
import { createAccountMail } from './sign-in/account-mail.ts';
import { createPasswords } from './sign-in/passwords.ts';

export interface ApiOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly listen: HttpServerOptions['listen'];
  readonly agentInfo: AgentInfo & {
    /** SHA-256 of the authority's DER, base64url. */
    readonly authorityFingerprint: string;
    /** What is typed on a computer to enroll it with a token. */
    readonly enrollCommand: (token: string) => string;
  };
  /** Signs cursors and keys fingerprints. It stays the same between restarts. */
  readonly cursorSecret: Uint8Array;
  readonly webhookGuard: SsrfGuard;
  /** Default: the categories that ship with the server. */
  readonly categories?: CategoryLookup;
  /** Category indexes for devices. Absent = the server has none. */
  readonly categoryDownloads?: CategoryDownloads;
  /** The caller starts and stops it. Absent = updates of categories answer 503. */
  readonly categoryUpdates?: BackgroundUpdates;
  /** Absent = endpoints that search the lists of categories answer 503. */
  readonly categorySearch?: CategorySearch;
  /** Makes the policy bundles of devices; shared with the gateway. Default: an instance of the API alone, with the shipped defaults. */
  readonly bundles?: DeviceBundles;
  /** The hours and holidays to which policies refer. Default: the shipped ones, with what was set over the API. */
  readonly schoolTimes?: ReadSchoolTimes;
  /** Absent = the server has no removal codes. */
  readonly removalCodes?: RemovalCodes;
  /** The caller starts and stops it. Absent = previews answer 503. */
  readonly preview?: Pick<PreviewEngine, 'run'>;
  /** The reserve of the disk. Default: no reserve, so that everything is stored. */
  readonly reserve?: StorageReserve;
  /** Sends e-mails to people about their accounts. Absent = none are sent. */
  readonly mail?: CurrentMail;
  /** The address of the dashboard, without a path, for links in e-mails. Absent = links begin with their path. */
  readonly dashboardUrl?: () => string;
  /** Adds the dashboard's pages. */
  readonly registerDashboard?: (app: FastifyInstance) => Promise<void>;
  /** What the configuration file says. Absent = the settings of the organisation answer 503. */
  readonly fileSettings?: FileSettings;
  /** When the last backup was made; null = never. Absent = nobody is told that it is old. */
  readonly lastBackupAt?: () => Promise<number | null>;
  readonly trustProxy?: readonly string[];
  /** Origins whose scripts may call the API, such as `https://portal.school.example`. Default: none. */
  readonly corsOrigins?: readonly string[];
  readonly operations?: {
    readonly metrics?: Metrics;
    readonly metricsAllowCidrs?: readonly string[];
    /** What must work, beside the store, for the server to be ready. */
    readonly checks?: readonly ReadinessCheck[];
  };
  readonly documentFiles: DocumentFiles;
}

/** The HTTP side of the server. */
export interface Api extends Service, Pick<Listener, 'address' | 'onUpgrade' | 'renewTls'> {}

/** Builds the HTTP side: REST under /v1, the devices' calls under /agent/v1, and the dashboard. */
export function createApi(options: ApiOptions): Api {
  const { store, clock, ids, random, log, sealer, agentInfo } = options;
  const limiter = createRateLimiter({ clock });
  const bundles = options.bundles ?? createDeviceBundles({ store, log });
  const sessions = createSessions({ store, clock, random, ids });
  const browsers = createKnownBrowsers(derive('browser', options.cursorSecret), random);
  const authentication = createAuthentication({ store, clock, sessions });
  const usage = createUsageRecorder({ store, clock, log });
  const batches = createCommandBatchRun({ store, clock, ids, log });
  const views = createViewNotes({ store, clock, log });
  const stopping = new AbortController();
  const app = createHttpServer({ ...options, limiter });
  const listener = createListener(app, options);
  const routeTools: RouteTools = {
    ...{ store, clock, ids, random, log, sealer, browsers, views },
    fingerprintSecret: derive('fingerprint', options.cursorSecret),
    stopping: stopping.signal,
  };
  const live = createLiveFeed(routeTools);
  const tools: ApiTools = {
    ...{ ...routeTools, batches, bundles, live },
    webhookGuard: options.webhookGuard,
    enrollment: tokenTools(agentInfo),
    passwords: createPasswords(),
    permittedOperations: (who) =>
      ROUTES.filter((route) => isPermitted(who, route)).map(({ operationId }) => operationId),
    ...optionalTools(options),
  };
  const cursors = createCursors(derive('cursor', options.cursorSecret));
  let built = false;

  const build = async (): Promise<void> => {
    if (built) return;
    built = true;
    addRequestHooks(app, {
      authentication,
      browsers,
      onProven: listener.prove,
      limiter,
      usage,
      clock,
      log,
      setAnswerHeaders: createAnswerHeaders({ corsOrigins: options.corsOrigins ?? [] }),
      reserve: options.reserve ?? NO_RESERVE,
      isClosing: () => listener.state() === 'closing',
      onAnswered: (answered) => options.operations?.metrics?.request(answered),
    });
    addOperations(app, {
      clock,
      log,
      metrics: options.operations?.metrics ?? null,
      metricsAllowCidrs: options.operations?.metricsAllowCidrs ?? [],
      checks: [{ name: 'store', check: () => store.check() }, ...(options.operations?.checks ?? [])],
      isStopping: () => listener.state() !== 'serving',
    });
    const downloads = options.categoryDownloads ?? null;
    addAgentRoutes(app, {
      info: agentInfo,
      ...{ tools, limiter, clock, bundles, downloads, random },
      onProven: listener.prove,
    });
    serveOpenApi(app, options.documentFiles);
    addErrorPages(app);
    await addExplorer(app);
    for (const route of ROUTES) mountRoute(app, route, { tools, cursors });
    answerOtherMethods(app, ROUTES);
    await options.registerDashboard?.(app);
  };
  return {
    async start() {
      await build();
      authentication.start();
      await listener.start();
      await batches.start();
      // Started last, so that a failed start leaves no timer behind. Uses before this moment are counted as well.
      await usage.start();
    },
    async stop() {
      await listener.stop(() => {
        stopping.abort();
        void live.stop();
      });
      await batches.stop();
      authentication.stop();
      await usage.stop();
      await views.stop();
    },
    address: () => listener.address(),
    onUpgrade: (handler) => listener.onUpgrade(handler),
    renewTls: (next) => listener.renewTls(next),
  };
}

function tokenTools({
  authorityFingerprint,
  enrollCommand,
}: ApiOptions['agentInfo']): ApiTools['enrollment'] {
  return {
    formatToken: (secret) => formatEnrollmentToken({ secret, caFingerprint: authorityFingerprint }),
    command: enrollCommand,
  };
}

/** The tools that a server may lack. */
function optionalTools(options: ApiOptions) {
  const mail = options.mail ?? (async () => null);
  return {
    categories: options.categories ?? createCategoryLookup(),
    categoryUpdates: options.categoryUpdates ?? NO_UPDATES,
    categorySearch: options.categorySearch ?? NO_SEARCH,
    preview: options.preview ?? NO_PREVIEW,
    schoolTimes: options.schoolTimes ?? createSchoolTimes(),
    removalCodes: options.removalCodes ?? null,
    mailServer: async () => (await mail()) !== null,
    fileSettings: options.fileSettings ?? null,
    lastBackupAt: options.lastBackupAt ?? (async () => options.clock.now()),
    accountMail: async () => {
      const mailer = (await mail())?.mailer;
      return mailer === undefined ? null : createAccountMail({ ...options, mailer });
    },
    dashboardUrl: options.dashboardUrl ?? (() => ''),
  };
}

const NO_PREVIEW: ApiTools['preview'] = {
  run: () => Promise.reject(new Fault('unavailable', 'This server has no preview of policies.')),
};

const refuseCategories = (): never => {
  throw new Fault('unavailable', 'This server has no lists of categories.');
};
const NO_UPDATES: BackgroundUpdates = {
  run: refuseCategories,
  rebuild: refuseCategories,
  running: () => null,
};
const NO_SEARCH: CategorySearch = {
  matchesOf: async () => refuseCategories(),
  countsOf: async () => refuseCategories(),
};

/** Derives a secret for one purpose. A derived secret tells nothing about the others. */
function derive(purpose: string, secret: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update(purpose).digest();
}
