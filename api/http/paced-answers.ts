import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../kit/networks.ts';
import { accessOf } from './authentication/access.ts';
import { createUnreadAnswers } from './limits/unread-answers.ts';

/** An answer of up to this size is written at once (bytes). */
const AT_ONCE = 65_536;
/** A longer answer is written in slices of this size (bytes); the next slice follows when the client has taken the last. */
const SLICE = 16_384;

/**
 * Sends long answers at the pace at which they are read. Written whole, they would be copied for each connection, and once more by TLS.
 * Documents that are the same for everybody are in memory once. An answer for one caller counts until it is read (`createUnreadAnswers`).
 */
export function addPacedAnswers(app: FastifyInstance): void {
  const unread = createUnreadAnswers();
  const documents = new Map<string, { readonly text: string; readonly bytes: Buffer }>();

  const bytesOf = (text: string, request: FastifyRequest): Buffer => {
    const { url } = request.routeOptions;
    if (url === undefined || accessOf(request) !== 'document') return Buffer.from(text);
    const known = documents.get(url);
    if (known?.text === text) return known.bytes;
    const bytes = Buffer.from(text);
    documents.set(url, { text, bytes });
    return bytes;
  };
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    // A client that has left reads nothing, so nothing would release the answer.
    if (payload.length <= AT_ONCE || reply.raw.destroyed) return payload;
    const bytes = typeof payload === 'string' ? bytesOf(payload, request) : payload;
    reply.header('content-length', bytes.length);
    if (accessOf(request) !== 'document') {
      const answer = unread.hold(networkOf(request.ip), bytes.length, () => void reply.raw.destroy());
      reply.raw.once('close', answer.release);
    }
    return Readable.from(slicesOf(bytes), { objectMode: false, highWaterMark: SLICE });
  });
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}
