import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RemovalNote } from '../../contracts/device/removal.ts';
import { JWS_TYPES } from '../../contracts/mqtt/messages.ts';
import { removeDurably, writeDurably } from '../../kit/durable-file.ts';
import { signJws } from '../../kit/signing.ts';
import { createServerClient, parseServerUrl } from '../link/server-client.ts';
import { AgentError } from '../ports/agent-error.ts';
import { type Identity, loadDeviceKey, loadIdentity, readText } from '../state/identity.ts';
import type { StateFolder } from '../state/state-folder.ts';

const NoteFile = Type.Object({
  format: Type.Literal(1),
  serverUrl: Type.String(),
  serverPublicKey: Type.String(),
  certificateAuthority: Type.String(),
  deviceId: Type.String(),
  what: Type.Enum(['unenroll', 'restore']),
  at: Type.Integer(),
  note: Type.String(),
});
const schema = Compile(NoteFile);

/** A removal without its code that was not reported to a server yet. */
export type KeptNote = Static<typeof NoteFile>;

/**
 * Signs what is about to be done without the removal code, and keeps it beside the state folder, where it outlives the enrollment and the package.
 * @throws AgentError when there is no sound enrollment to sign for
 */
export async function keepRemovalNote(
  folder: StateFolder,
  { what, at }: Pick<RemovalNote, 'what' | 'at'>,
): Promise<void> {
  const identity = await loadIdentity(folder);
  if (identity === null) throw new AgentError(`this computer is not enrolled (${folder.path})`);
  const { serverUrl, serverPublicKey, certificateAuthority, deviceId } = identity;
  const claim: RemovalNote = { kind: 'removal', deviceId, what, at };
  const note = await signJws(claim, await loadDeviceKey(folder, identity), JWS_TYPES.removal);
  const kept: KeptNote = {
    format: 1,
    ...{ serverUrl, serverPublicKey, certificateAuthority, deviceId, what, at, note },
  };
  await writeDurably(folder.removalNote, `${JSON.stringify(kept, null, 2)}\n`);
}

/** Sends a kept note to its server. @returns null when there is none, else whether the server has taken it; the note is kept until then */
export async function tellRemovalNote(folder: StateFolder): Promise<boolean | null> {
  const kept = await keptRemovalNote(folder);
  if (kept === null) return null;
  const { serverUrl, certificateAuthority, deviceId, note } = kept;
  const client = createServerClient({ server: parseServerUrl(serverUrl), certificateAuthority });
  try {
    await client.tellRemoval({ deviceId, note });
  } catch (error) {
    if (error instanceof AgentError) return false;
    throw error;
  } finally {
    await client.close();
  }
  await removeDurably(folder.removalNote);
  return true;
}

/** Gives a kept note to the running agent of the same school, which reports it as an event of its own. */
export async function handOverRemovalNote(
  folder: StateFolder,
  { serverPublicKey }: Pick<Identity, 'serverPublicKey'>,
  report: (kept: KeptNote) => void,
): Promise<void> {
  const kept = await keptRemovalNote(folder);
  if (kept === null || kept.serverPublicKey !== serverPublicKey) return;
  report(kept);
  await removeDurably(folder.removalNote);
}

async function keptRemovalNote(folder: StateFolder): Promise<KeptNote | null> {
  const text = await readText(folder.removalNote);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return schema.Check(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
