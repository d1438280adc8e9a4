// `node sign.ts FILE` signs one, by the same variables: for makensis, which signs the uninstaller that it puts inside.
import { createHash } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { runProgram } from '../run-program.ts';

/** What programs and installers are signed with. */
export interface SigningKey {
  /** A file with key and certificates, PKCS #12. */
  readonly pkcs12: string;
  /** A file with its password alone; null = it has none. */
  readonly passwordFile: string | null;
  /** An RFC 3161 server, which proves when it was signed; null = it ends with the certificate. With one, no two builds are the same. */
  readonly timestampUrl: string | null;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

/**
 * By the variables SCHOOLGATE_SIGN_PKCS12, SCHOOLGATE_SIGN_PASSWORD_FILE and SCHOOLGATE_SIGN_TIMESTAMP_URL.
 * @returns null where the first is not set
 * @throws the system's error when the file cannot be read
 */
export async function signingKeyOf(env: NodeJS.ProcessEnv): Promise<SigningKey | null> {
  const pkcs12 = env.SCHOOLGATE_SIGN_PKCS12 ?? '';
  if (pkcs12 === '') return null;
  return {
    pkcs12,
    passwordFile: env.SCHOOLGATE_SIGN_PASSWORD_FILE || null,
    timestampUrl: env.SCHOOLGATE_SIGN_TIMESTAMP_URL || null,
    sha256: createHash('sha256')
      .update(await readFile(pkcs12))
      .digest('hex'),
  };
}

/**
 * Signs a program or an .msi in its place, as Authenticode has it, with SHA-256. A signature that is there (Node's own, which is of no worth once the agent is inside) is replaced.
 * @param epoch seconds since 1970: the time that the signature names
 */
export async function signFile(file: string, key: SigningKey, epoch: number): Promise<void> {
  const signed = `${file}.signed`;
  await rm(signed, { force: true });
  await runProgram('osslsigncode', [
    'sign',
    ...['-pkcs12', key.pkcs12],
    ...(key.passwordFile === null ? [] : ['-readpass', key.passwordFile]),
    ...['-h', 'sha256', '-n', 'Schoolgate agent', '-time', String(epoch)],
    ...(key.timestampUrl === null ? [] : ['-ts', key.timestampUrl]),
    ...['-in', file, '-out', signed],
  ]);
  await rename(signed, file);
}

if (import.meta.main) {
  const key = await signingKeyOf(process.env);
  const [file] = process.argv.slice(2);
  if (key === null || file === undefined) throw new Error('node sign.ts FILE, with SCHOOLGATE_SIGN_PKCS12');
  await signFile(file, key, Number(process.env.SOURCE_DATE_EPOCH));
}
