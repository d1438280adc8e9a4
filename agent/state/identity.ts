import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type DeviceId, isId } from '../../contracts/ids.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import { importSigningKey, type SigningKey } from '../../kit/signing.ts';
import { AgentError } from '../ports/agent-error.ts';
import { newerState } from './newer-state.ts';
import type { StateFolder } from './state-folder.ts';

const FORMAT = 1;

const IdentityFile = Type.Object({
  format: Type.Literal(FORMAT),
  deviceId: Type.String(),
  serverUrl: Type.String(),
  serverPublicKey: Type.String(),
  certificateAuthority: Type.String(),
  mqttUrls: Type.Array(Type.String(), { minItems: 1 }),
  organisation: Type.String(),
  ou: Type.String(),
  enrolledAt: Type.Integer(),
  serverTime: Type.Integer(),
  keyFile: Type.String({ pattern: '^device-key-[A-Za-z0-9_-]{1,64}\\.pem$' }),
});
const schema = Compile(IdentityFile);
const newer = Compile(Type.Object({ format: Type.Integer({ minimum: FORMAT + 1 }) }));

/** Who this device is, and which server it obeys. The private key lies beside it in `keyFile`; the two change together. */
export type Identity = Omit<Static<typeof IdentityFile>, 'deviceId'> & { readonly deviceId: DeviceId };

/** @returns null when the device is not enrolled. @throws AgentError when the file cannot be read, is damaged, or is of a newer agent */
export async function loadIdentity(folder: StateFolder): Promise<Identity | null> {
  const text = await readText(folder.identity);
  if (text === null) return null;
  const value = parse(text);
  if (newer.Check(value)) throw newerState(folder.identity, value.format, FORMAT);
  if (!schema.Check(value) || !isId('dev', value.deviceId)) {
    throw new AgentError(
      `${folder.identity} is damaged: enroll the device again (schoolgate-agent unenroll --without-code, then enroll)`,
    );
  }
  return { ...value, deviceId: value.deviceId };
}

export async function saveIdentity(folder: StateFolder, identity: Identity): Promise<void> {
  await writeDurably(folder.identity, `${JSON.stringify(identity, null, 2)}\n`);
}

/** @throws AgentError when the key is missing or damaged */
export async function loadDeviceKey(
  folder: StateFolder,
  { keyFile }: Pick<Identity, 'keyFile'>,
): Promise<SigningKey> {
  try {
    return importSigningKey(await readFile(folder.keyFile(keyFile), 'utf8'));
  } catch (error) {
    throw new AgentError(`the device's key cannot be read (${messageOf(error)}): enroll the device again`, {
      cause: error,
    });
  }
}

/** @returns null when there is no such file. @throws AgentError when it may not be read */
export async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null;
    throw new AgentError(`cannot read ${path} (${messageOf(error)}): run as administrator`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
