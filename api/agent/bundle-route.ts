import type { FastifyInstance } from 'fastify';
import { Fault } from '../../kit/fault.ts';
import type { Repositories } from '../../store/ports/store.ts';
import type { DeviceBundles } from '../../store/rules/device-bundles.ts';
import type { DeviceAuthentication } from './device-authentication.ts';

/**
 * `GET /agent/v1/bundles/{hash}`: the policy bundle that a device is to have now, gzip. A device gets its own and no other: a hash of yesterday, or of another
 * device, is not there (404), and a newer target state is on its way.
 */
export function addBundleRoute(
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
