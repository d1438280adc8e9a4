import type { FastifyRequest } from 'fastify';
import { Fault } from '../../kit/fault.ts';
import type { StorageReserve } from '../../kit/storage-reserve.ts';
import { accessOf } from './authentication/access.ts';

/** When to ask again (seconds): somebody has to make room first. */
const RETRY_AFTER_SECONDS = 60;

/** Methods that store nothing, or make room. */
const ALWAYS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/**
 * Refuses what can wait while the disk of the server has only its reserve left. Reading, deleting, signing in and what is `urgent` go on: whoever has to
 * make room can, and its audit has its place.
 * @throws Fault unavailable
 */
export function requireRoom(request: FastifyRequest, reserve: StorageReserve): void {
  if (!reserve.isReached() || !canWait(request)) return;
  throw new Fault(
    'unavailable',
    'The server’s disk is nearly full. What is left is kept for locks, commands, lessons, alerts, signing in and making room; nothing of this request was stored.',
    { extras: { retryAfterSeconds: RETRY_AFTER_SECONDS } },
  );
}

function canWait(request: FastifyRequest): boolean {
  if (ALWAYS.has(request.method)) return false;
  switch (accessOf(request)) {
    case 'caller':
      return request.routeOptions.config.definition?.urgent !== true;
    case 'agent':
    case 'session':
      return true;
    default:
      return false;
  }
}
