import type { Socket } from 'node:net';
import {
  acceptedFrom,
  type Connections,
  isAbandoned,
  type LocalClient,
  type Programs,
} from '../connections/client-origin.ts';

/** Who sends over a connection. Null = it cannot be told. */
export interface Sender {
  readonly uid: number | null;
  readonly app: string | null;
}

/** @returns null when the sender has let go of the connection: nothing is to be done for it. Never rejects. */
export type SenderOf = (socket: Socket) => Promise<Sender | null>;

interface Known {
  readonly client: Promise<LocalClient | null>;
  app: Promise<string | null> | null;
}

/** The user of a connection is looked up once, however many requests come over it; the program too, and only where a rule needs it. */
export function createSenders({
  connections,
  programs,
}: {
  readonly connections: Connections;
  readonly programs: Programs;
}): SenderOf {
  const known = new WeakMap<Socket, Known>();
  const programOf = async (client: LocalClient | null): Promise<string | null> =>
    client === null ? null : programs.programOf(client);
  return async (socket) => {
    const of = known.get(socket) ?? { client: connections.clientOf(acceptedFrom(socket, null)), app: null };
    known.set(socket, of);
    const client = await of.client;
    if (isAbandoned(client)) return null;
    if (programs.wanted()) of.app ??= programOf(client);
    return { uid: client?.uid ?? null, app: programs.wanted() ? await of.app : null };
  };
}
