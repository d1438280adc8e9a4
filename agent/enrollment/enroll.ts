import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import {
  type EnrollmentTokenParts,
  type HardwareFacts,
  parseEnrollmentToken,
} from '../../contracts/enrollment/enrollment.ts';
import { isId } from '../../contracts/ids.ts';
import { JWS_TYPES } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import { removeDurably, writeDurably } from '../../kit/durable-file.ts';
import { formerKeyClaim } from '../../kit/enrollment-proof.ts';
import {
  exportSigningKey,
  generateSigningKey,
  importPublicKey,
  importSigningKey,
  type SigningKey,
  sha256,
  signJws,
} from '../../kit/signing.ts';
import { createServerClient, fetchAuthority, parseServerUrl } from '../link/server-client.ts';
import { AgentError } from '../ports/agent-error.ts';
import type { SystemFacts } from '../ports/system-facts.ts';
import { AGENT_VERSION } from '../report/version.ts';
import { type Identity, loadDeviceKey, loadIdentity, readText, saveIdentity } from '../state/identity.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { tellRemovalNote } from './removal-note.ts';

export interface EnrollOptions {
  readonly folder: StateFolder;
  readonly server: string;
  readonly token: string;
  readonly facts: Pick<SystemFacts, 'hardware'>;
  readonly clock: Clock;
}

export interface Enrolled {
  readonly identity: Identity;
  /** The server knew this hardware and gave the device its earlier id. */
  readonly reEnrolled: boolean;
}

/**
 * Enrolls this device. The key is written to disk before it is sent, and a second try after a crash uses the same key, so that the server sees one
 * device, one key and one use of the token. An earlier enrollment stays in force until the new one is completely written. A device that the server
 * knows proves itself by its earlier key; without that key an administrator must agree. @throws EnrollmentWaiting until then: the same call asks
 * again, with the same key @throws AgentError in one sentence for the operator
 */
export async function enroll({ folder, server, token, facts, clock }: EnrollOptions): Promise<Enrolled> {
  const url = parseServerUrl(server);
  const parts = parseEnrollmentToken(token);
  if (parts === null)
    throw new AgentError(
      'this is not an enrollment token; it begins with sget_ and comes from the dashboard',
    );
  const certificateAuthority = await fetchAuthority(url, parts.caFingerprint);
  const hardware = await hardwareFacts(facts);
  const { key, keyFile } = await deviceKey(folder, parts);

  // Before the new enrollment replaces the key with which the note was signed.
  await tellRemovalNote(folder);

  const client = createServerClient({ server: url, certificateAuthority });
  try {
    const text = token.trim();
    const proof = await signJws(sha256(text), key, JWS_TYPES.enrollment);
    const former = await formerKey(folder, certificateAuthority);
    const answer = await client.enroll({
      token: text,
      publicKey: key.publicKey,
      proof,
      ...(former === null
        ? {}
        : {
            formerKeyProof: await signJws(
              formerKeyClaim(text, key.publicKey),
              former,
              JWS_TYPES.reEnrollment,
            ),
          }),
      hardware,
      agentVersion: AGENT_VERSION,
    });
    const identity = identityOf(answer, {
      serverUrl: url.origin,
      certificateAuthority,
      keyFile,
      enrolledAt: clock.now(),
    });
    await replaceIdentity(folder, identity);
    return { identity, reEnrolled: answer.reEnrolled };
  } finally {
    await client.close();
  }
}

/** The key of this device's enrollment with the same server, which is to be replaced; null when there is none, or it cannot be read. */
async function formerKey(folder: StateFolder, certificateAuthority: string): Promise<SigningKey | null> {
  try {
    const identity = await loadIdentity(folder);
    if (identity === null || identity.certificateAuthority !== certificateAuthority) return null;
    return await loadDeviceKey(folder, identity);
  } catch (error) {
    if (error instanceof AgentError) return null; // damaged: that is why it is enrolled again
    throw error;
  }
}

/** Forgets the enrollment and all state. The caller has given the computer back (network, window) before. */
export async function unenroll(folder: StateFolder): Promise<void> {
  const keyFiles = [await keyFileOfIdentity(folder), (await pending(folder))?.keyFile ?? null];
  // The identity first: a crash in between leaves a device that is not enrolled, never one with half its secrets.
  await removeDurably(folder.identity);
  for (const name of keyFiles) if (name !== null) await removeDurably(folder.keyFile(name));
  const rest = [
    folder.pendingEnrollment,
    folder.lock,
    folder.status,
    folder.removalOrder,
    folder.removalTries,
    folder.database,
    `${folder.database}-wal`,
    `${folder.database}-shm`,
  ];
  for (const path of rest) await removeDurably(path);
}

async function keyFileOfIdentity(folder: StateFolder): Promise<string | null> {
  try {
    return (await loadIdentity(folder))?.keyFile ?? null;
  } catch (error) {
    if (error instanceof AgentError) return null; // damaged: that is why it is taken away
    throw error;
  }
}

type Answer = Awaited<ReturnType<ReturnType<typeof createServerClient>['enroll']>>;

function identityOf(
  answer: Answer,
  known: Pick<Identity, 'serverUrl' | 'certificateAuthority' | 'keyFile' | 'enrolledAt'>,
): Identity {
  const { deviceId, serverPublicKey, mqttUrls, organisation, ou, serverTime } = answer;
  if (!isId('dev', deviceId)) throw new AgentError('the server answered with a malformed device id');
  try {
    importPublicKey(serverPublicKey);
  } catch (error) {
    throw new AgentError('the server answered with a malformed signing key', { cause: error });
  }
  // The authority of the token stays: what the answer repeats was not checked by the operator's token.
  return { format: 1, ...known, deviceId, serverPublicKey, mqttUrls, organisation, ou, serverTime };
}

async function replaceIdentity(folder: StateFolder, identity: Identity): Promise<void> {
  const before = await loadIdentity(folder).catch(() => null);
  const sameServer = before !== null && enrollmentName(before) === enrollmentName(identity);
  // A new server could never end the lock of another one, because its numbers differ.
  if (!sameServer) await removeDurably(folder.lock);
  await saveIdentity(folder, identity);
  await removeDurably(folder.pendingEnrollment);
  if (before !== null && before.keyFile !== identity.keyFile)
    await removeDurably(folder.keyFile(before.keyFile));
}

/** Names the server and device that a state belongs to. */
export function enrollmentName({ serverPublicKey, deviceId }: Identity): string {
  return `${serverPublicKey} ${deviceId}`;
}

/** The key of a broken-off try with the same token, or a new one; on disk either way. */
async function deviceKey(
  folder: StateFolder,
  token: EnrollmentTokenParts,
): Promise<{ key: SigningKey; keyFile: string }> {
  const tokenHash = sha256(token.secret);
  const before = await pending(folder);
  if (before?.tokenHash === tokenHash) {
    try {
      return {
        key: importSigningKey(await readFile(folder.keyFile(before.keyFile), 'utf8')),
        keyFile: before.keyFile,
      };
    } catch (error) {
      if (!(error instanceof Error)) throw error; // the key was not written yet, or is damaged: make another
    }
  }
  if (before !== null) await removeDurably(folder.keyFile(before.keyFile));
  const key = generateSigningKey();
  const keyFile = `device-key-${sha256(key.publicKey).slice(0, 16)}.pem`;
  await writeDurably(folder.pendingEnrollment, JSON.stringify({ keyFile, tokenHash }));
  await writeDurably(folder.keyFile(keyFile), exportSigningKey(key));
  return { key, keyFile };
}

interface PendingEnrollment {
  readonly keyFile: string;
  readonly tokenHash: string;
}

async function pending(folder: StateFolder): Promise<PendingEnrollment | null> {
  const text = await readText(folder.pendingEnrollment);
  if (text === null) return null;
  try {
    const { keyFile, tokenHash } = JSON.parse(text) as Partial<PendingEnrollment>;
    const sound =
      typeof keyFile === 'string' &&
      /^device-key-[\w-]{1,64}\.pem$/.test(keyFile) &&
      typeof tokenHash === 'string';
    return sound ? { keyFile, tokenHash } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function hardwareFacts(facts: Pick<SystemFacts, 'hardware'>): Promise<HardwareFacts> {
  const found = await facts.hardware();
  const { machineId, serial, model, manufacturer, platform, osVersion } = found;
  if (machineId === null) {
    throw new AgentError(
      'this computer does not tell its machine id, so it could not be known again after a re-installation',
    );
  }
  return {
    machineId: machineId.slice(0, 128),
    serial: clip(serial, 128),
    hostname: clip(found.hostname, 253) ?? clip(hostname(), 253) ?? 'unknown',
    platform,
    osVersion: (osVersion ?? '').slice(0, 80),
    manufacturer: clip(manufacturer, 120),
    model: clip(model, 120),
  };
}

function clip(text: string | null, max: number): string | null {
  const clipped = text?.trim().slice(0, max) ?? '';
  return clipped === '' ? null : clipped;
}
