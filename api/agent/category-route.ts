import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DeviceId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import type { Random } from '../../kit/random.ts';
import type { CategoryDownloads } from '../categories/downloads.ts';
import type { DeviceAuthentication } from './device-authentication.ts';
import type { DownloadPlaces } from './download-places.ts';

/** A device that is refused retries after a random number of seconds from this range. A new index is not urgent. */
const LEAST_WAIT_SECONDS = 5;
const MOST_WAIT_SECONDS = 60;
/** A hash names one content for ever. */
const IMMUTABLE = 'private, max-age=31536000, immutable';
const HASH = /^[A-Za-z0-9_-]{43}$/;

/**
 * `GET /agent/v1/categories/{hash}`: a category index, gzip (docs/category-index.md). With `?from={hash}` the answer is the delta from that
 * index if there is one, else the whole file; the first four bytes tell which. The file is streamed from the disk. The answer is 503 while
 * all download places are taken (`createDownloadPlaces`).
 */
export function addCategoryRoute(
  app: FastifyInstance,
  {
    authentication,
    downloads,
    random,
    places,
  }: {
    readonly authentication: DeviceAuthentication;
    readonly downloads: CategoryDownloads;
    readonly random: Random;
    readonly places: DownloadPlaces;
  },
): void {
  app.get<{ Params: { hash: string }; Querystring: { from?: string } }>(
    '/agent/v1/categories/:hash',
    { config: { access: 'device' } },
    async (request, reply) => {
      const device = await authentication.prove(request);
      const asked = askedFor(request.params.hash, request.query.from);
      if (request.headers['if-none-match'] === asked.etag)
        return reply.code(304).header('etag', asked.etag).send();
      // The client left while its device was authenticated. No `close` event would follow to free a place.
      if (reply.raw.destroyed) return reply.hijack();
      if (!takePlace(places, device.id, reply)) throw busy(random);
      const found = await downloads.open(device.organisationId, asked.hash, asked.from);
      if (found === null) throw notThere();
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-encoding', 'gzip')
        .header('content-length', found.length)
        .header('cache-control', IMMUTABLE)
        .header('etag', asked.etag)
        .send(found.stream());
    },
  );
}

/** The file that a request asks for, and its entity tag. @throws Fault not_found where that cannot be */
function askedFor(hash: string, from: unknown) {
  if (!HASH.test(hash)) throw notThere();
  if (typeof from !== 'string') return { hash, from: null, etag: `"${hash}"` };
  return { hash, from: HASH.test(from) ? from : null, etag: `"${hash}.${from.slice(0, 43)}"` };
}

/** Takes a place until the answer has ended. @returns false when there is no place */
function takePlace(places: DownloadPlaces, deviceId: DeviceId, { raw, request }: FastifyReply): boolean {
  const { socket } = request.raw;
  const place = places.enter(deviceId, {
    sentBytes: () => socket.bytesWritten,
    cut: () => void raw.destroy(),
  });
  if (place !== null) raw.once('close', place.leave);
  return place !== null;
}

function notThere(): Fault {
  return new Fault('not_found', 'There is no such category index any more: a newer one is on its way.');
}

function busy(random: Random): Fault {
  const spread = MOST_WAIT_SECONDS - LEAST_WAIT_SECONDS;
  return new Fault('unavailable', 'Many devices are fetching the category index now.', {
    extras: { retryAfterSeconds: LEAST_WAIT_SECONDS + Math.floor(random.fraction() * spread) },
  });
}
