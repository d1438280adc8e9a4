import type { Socket } from 'node:net';
import { UNKNOWN_PROGRAM } from '../../../contracts/policy/model.ts';
import {
  acceptedFrom,
  type Connections,
  isAbandoned,
  type LocalClient,
  type Programs,
} from '../connections/client-origin.ts';
import { type SenderProgram, senderProgram } from '../connections/sender-program.ts';

/** Who sends over a connection. Null = not known; for `app` also: no rule asks. */
export interface Sender {
  readonly uid: number | null;
  /** Name, or `UNKNOWN_PROGRAM`. */
  readonly app: string | null;
}

/** @returns null when the sender has closed the connection, so that nothing needs to be done. Never rejects. */
export type SenderOf = (socket: Socket) => Promise<Sender | null>;

interface Known {
  readonly client: Promise<LocalClient | null>;
  program: Promise<SenderProgram> | null;
}

/**
 * The user of a connection is looked up once, however many requests come over it; the program too, and only where a rule needs it. A program that was not found is
 * looked for again at the next request.
 */
export function createSenders({
  connections,
  programs,
}: {
  readonly connections: Connections;
  readonly programs: Programs;
}): SenderOf {
  const known = new WeakMap<Socket, Known>();
  return async (socket) => {
    const clientNow = () => connections.clientOf(acceptedFrom(socket, null));
    const of = known.get(socket) ?? { client: clientNow(), program: null };
    known.set(socket, of);
    const client = await of.client;
    if (isAbandoned(client)) return null;
    const uid = client?.uid ?? null;
    if (!programs.wanted()) return { uid, app: null };
    const looking = of.program ?? senderProgram(client, programs, clientNow);
    of.program = looking;
    const { app, isGone } = await looking;
    if (app === UNKNOWN_PROGRAM && of.program === looking) of.program = null;
    return isGone ? null : { uid, app };
  };
}
