import type { FastifyInstance } from 'fastify';
import {
  CaResponse,
  EnrollRequest,
  EnrollResponse,
  TimeResponse,
} from '../../contracts/enrollment/enrollment.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Random } from '../../kit/random.ts';
import type { Repositories, Store } from '../../store/ports/store.ts';
import type { DeviceBundles } from '../../store/rules/device-bundles.ts';
import type { CategoryDownloads } from '../categories/downloads.ts';
import { type EnrollmentTools, enrollDevice } from '../enrollment/enroll-device.ts';
import type { RateLimiter } from '../http/limits/rate-limiter.ts';
import { addCategoryRoute } from './category-route.ts';
import { createDeviceAuthentication, type DeviceAuthentication } from './device-authentication.ts';
import { createDownloadPlaces } from './download-places.ts';
import { addRemovalRoute } from './removal-route.ts';

/** What the server tells devices about itself. */
export interface AgentInfo {
  /** PEM of the certificate authority. */
  readonly certificateAuthority: string;
  /** Raw Ed25519 public key, base64url. */
  readonly serverPublicKey: string;
  /** The MQTT addresses for a device whose HTTP request came to this host name. */
  mqttUrls(requestHost: string): readonly string[];
}

/** Adds the HTTP endpoints for devices. They are not part of the public API. */
export function addAgentRoutes(
  app: FastifyInstance,
  {
    info,
    tools,
    limiter,
    clock,
    bundles,
    downloads,
    random,
    onProven,
  }: {
    readonly info: AgentInfo;
    readonly tools: EnrollmentTools & { readonly store: Pick<Store, 'devices' | 'organisations'> };
    readonly limiter: RateLimiter;
    readonly clock: Clock;
    readonly bundles: DeviceBundles;
    /** Null = this server has no category indexes. */
    readonly downloads: CategoryDownloads | null;
    readonly random: Random;
    readonly onProven: Parameters<typeof createDeviceAuthentication>[0]['onProven'];
  },
): void {
  const config = { access: 'agent-facts' } as const;
  app.get('/agent/v1/ca', { config, schema: { response: { 200: CaResponse } } }, async () => ({
    certificateAuthority: info.certificateAuthority,
  }));

  const authentication = createDeviceAuthentication({
    devices: tools.store.devices,
    clock,
    limiter,
    onProven,
  });
  addRemovalRoute(app, { store: tools.store, clock, limiter, log: tools.log });
  addBundleRoute(app, { store: tools.store, authentication, bundles });
  if (downloads !== null)
    addCategoryRoute(app, { authentication, downloads, random, places: createDownloadPlaces(clock) });

  app.get('/agent/v1/time', { config, schema: { response: { 200: TimeResponse } } }, async () => ({
    serverTime: clock.now(),
  }));

  app.post<{ Body: EnrollRequest }>(
    '/agent/v1/enroll',
    {
      config: { access: 'agent' },
      schema: { body: EnrollRequest, response: { 201: EnrollResponse } },
    },
    async (request, reply) => {
      const { device, organisation, reEnrolled } = await enrollDevice(tools, request.body, {
        address: request.ip,
      });
      const answer: EnrollResponse = {
        deviceId: device.id,
        reEnrolled,
        serverPublicKey: info.serverPublicKey,
        certificateAuthority: info.certificateAuthority,
        mqttUrls: [...info.mqttUrls(hostOf(request.headers.host))],
        organisation: organisation.name,
        ou: device.ouPath,
        serverTime: clock.now(),
      };
      return reply.code(201).send(answer);
    },
  );
}

/** The host name without its port; an IPv6 literal keeps its brackets. */
function hostOf(header: string | undefined): string {
  return (header ?? 'localhost').replace(/:\d+$/, '');
}

/**
 * `GET /agent/v1/bundles/{hash}`: the policy bundle that the device should have now, gzip. Any other hash gets 404: an older bundle, or the
 * bundle of another device. In that case a newer target state is on its way to the device.
 */
function addBundleRoute(
  app: FastifyInstance,
  {
    store,
    authentication,
    bundles,
  }: {
    readonly store: Pick<Repositories, 'organisations'>;
    readonly authentication: DeviceAuthentication;
    readonly bundles: DeviceBundles;
  },
): void {
  app.get<{ Params: { hash: string } }>(
    '/agent/v1/bundles/:hash',
    { config: { access: 'device' } },
    async (request, reply) => {
      const device = await authentication.prove(request);
      const organisation = await store.organisations.get(device.organisationId);
      const found = organisation === null ? null : (await bundles.of(device, organisation)).bundle;
      if (found === null || found.hash !== request.params.hash)
        throw new Fault('not_found', 'This is not the bundle that this device is to have.');
      return reply
        .header('content-type', 'application/json')
        .header('content-encoding', 'gzip')
        .header('etag', `"${found.hash}"`)
        .send(found.packed);
    },
  );
}
