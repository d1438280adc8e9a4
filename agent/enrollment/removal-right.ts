import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RemovalVerifier } from '../../contracts/device/removal.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { isRemovalCode } from '../../kit/removal-code.ts';
import { importPublicKey } from '../../kit/signing.ts';
import { nextTries, PIN_BLOCK_MS, type Tries } from '../core/lock/lock-record.ts';
import { readTarget } from '../core/target/signed-message.ts';
import { AgentError } from '../ports/agent-error.ts';
import { storedTarget } from '../state/agent-state.ts';
import { type Identity, loadIdentity, readText } from '../state/identity.ts';
import { openSqlite } from '../state/sqlite.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { enrollmentName } from './enroll.ts';
import { removalOrdered } from './removal-order.ts';

/** What is needed to take Schoolgate off this computer. `no_code`: the server has sent no removal code, so that being root is enough. */
export type RemovalRight =
  | { readonly needs: 'nothing'; readonly why: 'not_enrolled' | 'ordered' | 'no_code' }
  | { readonly needs: 'code'; readonly verifier: RemovalVerifier; readonly deviceId: string };

/** Reads only the disk, also while an agent runs. @throws AgentError when the enrollment cannot be read or is damaged */
export async function removalRight(folder: StateFolder): Promise<RemovalRight> {
  const identity = await loadIdentity(folder);
  if (identity === null) return { needs: 'nothing', why: 'not_enrolled' };
  if ((await removalOrdered(folder, identity)) !== null) return { needs: 'nothing', why: 'ordered' };
  const verifier = await storedVerifier(folder, identity);
  if (verifier === null) return { needs: 'nothing', why: 'no_code' };
  return { needs: 'code', verifier, deviceId: identity.deviceId };
}

async function storedVerifier(folder: StateFolder, identity: Identity): Promise<RemovalVerifier | null> {
  if (!existsSync(folder.database)) return null;
  const jws = readStoredTarget(folder, identity);
  if (jws === null) return null;
  const read = await readTarget(jws, {
    publicKey: importPublicKey(identity.serverPublicKey),
    deviceId: identity.deviceId,
  });
  return read.ok ? (read.value.removal ?? null) : null;
}

function readStoredTarget(folder: StateFolder, identity: Identity): string | null {
  let database: DatabaseSync | null = null;
  try {
    database = openSqlite(folder.database, { readOnly: true });
    return storedTarget(database, enrollmentName(identity));
  } catch (error) {
    // A damaged database counts as one without a code; the agent makes a new one and reports the damage.
    if (error instanceof Error && ('errcode' in error || error instanceof SyntaxError)) return null;
    throw error;
  } finally {
    database?.close();
  }
}

const triesSchema = Compile(
  Type.Object({ failed: Type.Integer(), blockedUntil: Type.Union([Type.Number(), Type.Null()]) }),
);
const NO_TRIES: Tries = { failed: 0, blockedUntil: null };

/**
 * Whether the code is right. Each try is counted on disk before it is judged, as with PINs: five wrong ones, then ten minutes' wait.
 * @param now wall time, epoch milliseconds
 * @throws AgentError while none may be tried
 */
export async function tryRemovalCode(
  folder: StateFolder,
  {
    code,
    verifier,
    now,
  }: { readonly code: string; readonly verifier: RemovalVerifier; readonly now: number },
): Promise<boolean> {
  const tries = await readTries(folder);
  const waitMs = (tries.blockedUntil ?? 0) - now;
  // A clock that was set back must not block for longer.
  if (waitMs > 0 && waitMs <= PIN_BLOCK_MS)
    throw new AgentError(`too many wrong removal codes: try again in ${Math.ceil(waitMs / 60_000)} minutes`);
  await writeDurably(folder.removalTries, JSON.stringify(nextTries(tries, now)));
  if (!isRemovalCode(code, verifier)) return false;
  await writeDurably(folder.removalTries, JSON.stringify(NO_TRIES));
  return true;
}

async function readTries(folder: StateFolder): Promise<Tries> {
  const text = await readText(folder.removalTries);
  if (text === null) return NO_TRIES;
  try {
    const value: unknown = JSON.parse(text);
    return triesSchema.Check(value) ? value : NO_TRIES;
  } catch (error) {
    if (error instanceof SyntaxError) return NO_TRIES;
    throw error;
  }
}
