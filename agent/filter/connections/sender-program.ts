import { UNKNOWN_PROGRAM } from '../../../contracts/policy/model.ts';
import { type Connections, isAbandoned, type LocalClient, type Programs } from './client-origin.ts';

/** The program at the other end of a connection, as rules take it. */
export interface SenderProgram {
  /** Name, or `UNKNOWN_PROGRAM` where it was looked for and not found; null = no rule asks. */
  readonly app: string | null;
  /** The program closed its end while it was looked for (`isAbandoned`). */
  readonly isGone: boolean;
}

/** Looks where a rule asks for it. @param clientNow the other end, looked up again. Comes within a second or so; never rejects. */
export async function senderProgram(
  client: LocalClient | null,
  programs: Programs,
  clientNow: () => ReturnType<Connections['clientOf']>,
): Promise<SenderProgram> {
  if (!programs.wanted() || isAbandoned(client)) return { app: null, isGone: isAbandoned(client) };
  if (client === null) return { app: UNKNOWN_PROGRAM, isGone: false };
  const app = await programs.programOf(client);
  if (app !== null) return { app, isGone: false };
  // A program that ended after sending is in no process table any more.
  return { app: UNKNOWN_PROGRAM, isGone: isAbandoned(await clientNow()) };
}
