import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import type { KeyedCertificate } from './issue.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const PRIVATE_KEY = /-----BEGIN ([A-Z]+ )?PRIVATE KEY-----[\s\S]+?-----END ([A-Z]+ )?PRIVATE KEY-----/;

/** The content of a text file; null when there is none. @throws OperatorError for any other reason */
export async function readPemFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw new OperatorError(`The certificate file ${file} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** The certificates of a PEM text in their order. @throws Error when one is malformed or there is none */
export function certificatesOf(text: string): readonly X509Certificate[] {
  const blocks = text.match(CERTIFICATE);
  if (blocks === null) throw new Error('it holds no certificate');
  return blocks.map((block) => new X509Certificate(block));
}

/** The private key of a PEM text. @throws Error when it is malformed or there is none */
export function privateKeyOf(text: string): KeyObject {
  const block = PRIVATE_KEY.exec(text)?.[0];
  if (block === undefined) throw new Error('it holds no private key');
  return createPrivateKey(block);
}

/**
 * Reads a certificate and its key from one file; that it is one file is what keeps a power cut from parting them.
 * @returns null when there is no such file
 * @throws OperatorError when it is damaged or the two do not belong together
 */
export async function readKeyedCertificate(file: string): Promise<KeyedCertificate | null> {
  const text = await readPemFile(file);
  if (text === null) return null;
  try {
    const [certificate] = certificatesOf(text);
    const key = privateKeyOf(text);
    if (certificate?.checkPrivateKey(key) !== true) throw new Error('its key belongs to another certificate');
    return { certificate: certificate.toString(), key: String(key.export({ type: 'pkcs8', format: 'pem' })) };
  } catch (error) {
    throw new OperatorError(`The certificate file ${file} is damaged (${messageOf(error)}).`, {
      cause: error,
    });
  }
}

/** Writes a certificate and its key into one private file. */
export function writeKeyedCertificate(file: string, { certificate, key }: KeyedCertificate): Promise<void> {
  return writeDurably(file, `${certificate.trim()}\n${key.trim()}\n`);
}
