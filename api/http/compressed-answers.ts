import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessOf } from './authentication/access.ts';
import { type Coding, preferredCoding } from './headers/negotiation.ts';
import { addVary } from './headers/vary.ts';

/** A shorter answer fits into one packet as it is (bytes). */
const MIN_BYTES = 1_024;
/** Brotli takes about as long as gzip at this quality, and makes less of it. */
const BROTLI_QUALITY = 5;

const COMPRESS: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: async (bytes) =>
    await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: async (bytes) => await promisify(gzip)(bytes),
};

/**
 * Compresses answers of the public API, its document and the dashboard's files for clients that take it (RFC 9110, 12.5.3), off the event
 * loop. An answer with a secret stays as it is: text that an attacker chose beside it would tell of it by the length (BREACH). The ETag
 * stays too, because only `If-None-Match` reads the whole of it, by weak comparison. Files that never change are compressed once. Call it
 * before the hooks that write answers.
 */
export function addCompressedAnswers(app: FastifyInstance): void {
  const files: Readonly<Record<Coding, WeakMap<Buffer, Buffer>>> = { br: new WeakMap(), gzip: new WeakMap() };

  const compressed = async (payload: string | Buffer, coding: Coding): Promise<Buffer> => {
    if (typeof payload === 'string') return await COMPRESS[coding](Buffer.from(payload));
    const made = files[coding].get(payload) ?? (await COMPRESS[coding](payload));
    files[coding].set(payload, made);
    return made;
  };
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (!mayCompress(request, payload)) return payload;
    addVary(reply, 'accept-encoding');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const coding = preferredCoding(request.headers['accept-encoding']);
    if (coding === null || payload.length < MIN_BYTES || reply.raw.destroyed) return payload;
    const bytes = await compressed(payload, coding);
    reply.header('content-encoding', coding).removeHeader('content-length');
    return bytes;
  });
}

/** Texts of the document's access are pages that set header fields by their text (the explorer); its bytes are the document. */
function mayCompress(request: FastifyRequest, payload: unknown): boolean {
  switch (accessOf(request)) {
    case 'caller':
    case 'sign-in':
      return isWithoutSecret(request);
    case 'page':
      return true;
    case 'document':
      return typeof payload !== 'string';
    default:
      return false;
  }
}

function isWithoutSecret(request: FastifyRequest): boolean {
  const { definition } = request.routeOptions.config;
  return definition !== undefined && definition.secretAnswer !== true;
}
