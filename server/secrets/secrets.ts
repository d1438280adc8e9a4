import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import type { Random } from '../../kit/random.ts';
import {
  exportSigningKey,
  generateSigningKey,
  importSigningKey,
  type SigningKey,
} from '../../kit/signing.ts';

export interface Secrets {
  /** Signs target states and commands; devices pinned its public half at enrollment. */
  readonly signingKey: SigningKey;
  /** 32 bytes: seals webhook secrets and stored answers. */
  readonly masterKey: Uint8Array;
}

/** The files in the secrets folder. */
export const SIGNING_KEY_FILE = 'signing-key.pem';
export const MASTER_KEY_FILE = 'master-key';

const MASTER_KEY_BYTES = 32;

interface SecretsOptions {
  /** Exists, private. */
  readonly folder: string;
  readonly random: Random;
  /** Whether something in the database depends on the keys: then no new ones are made. */
  readonly inUse: () => Promise<boolean>;
}

/**
 * Reads the server's two secret keys, making each once, durably, when it is missing and nothing depends on it yet.
 * @throws OperatorError when one is damaged, or missing although devices, webhooks or second factors depend on it
 */
export async function loadSecrets({ folder, random, inUse }: SecretsOptions): Promise<Secrets> {
  const load = async <T>(name: string, make: () => string, read: (text: string) => T): Promise<T> => {
    const file = join(folder, name);
    const text = (await readIfThere(file)) ?? (await makeSecret(file, make(), inUse));
    try {
      return read(text);
    } catch (error) {
      throw new OperatorError(
        `The key file ${file} is damaged (${messageOf(error)}): restore it from a backup.`,
        { cause: error },
      );
    }
  };
  return {
    signingKey: await load(SIGNING_KEY_FILE, () => exportSigningKey(generateSigningKey()), parseSigningKey),
    masterKey: await load(
      MASTER_KEY_FILE,
      () => Buffer.from(random.bytes(MASTER_KEY_BYTES)).toString('base64url'),
      parseMasterKey,
    ),
  };
}

/** Reads the signing key's file. @throws Error when it is damaged */
export const parseSigningKey = importSigningKey;

/** Reads the master key's file. @throws RangeError when it is damaged */
export function parseMasterKey(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== MASTER_KEY_BYTES || key.toString('base64url') !== text.trim()) {
    throw new RangeError(`it must hold ${MASTER_KEY_BYTES} bytes in base64url`);
  }
  return key;
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw new OperatorError(`The key file ${file} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

async function makeSecret(file: string, text: string, inUse: () => Promise<boolean>): Promise<string> {
  if (await inUse()) {
    throw new OperatorError(
      `The key file ${file} is missing although devices, webhooks or second factors depend on it: restore it from a backup. A new one would not be believed.`,
    );
  }
  await writeDurably(file, text.endsWith('\n') ? text : `${text}\n`);
  return text;
}
