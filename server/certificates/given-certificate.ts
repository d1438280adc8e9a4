import type { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { fingerprintOf, hostsOf } from './issue.ts';
import { certificatesOf, privateKeyOf, readPemFile } from './pem-file.ts';
import type { TlsIdentity } from './tls-identity.ts';

export interface GivenCertificateOptions {
  /** PEM file: the server's certificate, then its intermediates. */
  readonly certificateFile: string;
  readonly keyFile: string;
  /** PEM file of the root; null = found in the chain or among the public roots that Node ships. */
  readonly authorityFile: string | null;
  readonly now: number;
}

/**
 * A certificate that the school has supplied.
 * @throws OperatorError when a file is missing or damaged, the key does not match, it is not valid now, or its root is not known
 */
export async function loadGivenCertificate(options: GivenCertificateOptions): Promise<TlsIdentity> {
  const { certificateFile, keyFile, now } = options;
  const chain = await readChain('tls_certificate', certificateFile);
  const key = await readKey(keyFile);
  const [certificate] = chain;
  if (certificate === undefined) throw new Error('a chain is never empty');
  if (!certificate.checkPrivateKey(key)) {
    throw new OperatorError(
      `The key in ${keyFile} does not belong to the certificate in ${certificateFile}.`,
    );
  }
  if (now < certificate.validFromDate.getTime() || now >= certificate.validToDate.getTime()) {
    throw new OperatorError(
      `The certificate in ${certificateFile} is valid from ${certificate.validFrom} to ${certificate.validTo}, which is not now: renew it, or set this machine's clock right.`,
    );
  }
  const authority = await findAuthority(chain, options);
  return {
    certificate: chain.map((each) => each.toString()).join(''),
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
    authority: authority.toString(),
    authorityFingerprint: fingerprintOf(authority.toString()),
    hosts: hostsOf(certificate.toString()),
    expiresAt: certificate.validToDate.getTime(),
  };
}

async function readChain(setting: string, file: string): Promise<readonly X509Certificate[]> {
  const text = await readPemFile(file);
  if (text === null) throw new OperatorError(`The file ${file}, named by ${setting}, does not exist.`);
  try {
    return certificatesOf(text);
  } catch (error) {
    throw new OperatorError(
      `The file ${file}, named by ${setting}, is not a PEM certificate (${messageOf(error)}).`,
      { cause: error },
    );
  }
}

async function readKey(file: string) {
  const text = await readPemFile(file);
  if (text === null) throw new OperatorError(`The file ${file}, named by tls_key, does not exist.`);
  try {
    return privateKeyOf(text);
  } catch (error) {
    throw new OperatorError(
      `The file ${file}, named by tls_key, is not a PEM private key without a passphrase (${messageOf(error)}).`,
      { cause: error },
    );
  }
}

/** The self-signed root above a chain: devices trust it alone, so a guess would lock them out. */
async function findAuthority(
  chain: readonly X509Certificate[],
  { authorityFile, certificateFile }: GivenCertificateOptions,
): Promise<X509Certificate> {
  const candidates = authorityFile === null ? chain : await readChain('tls_authority', authorityFile);
  const issuers = [...chain, ...candidates];
  const leaf = chain[0];
  const seen = new Set<X509Certificate>();
  for (let at = leaf; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const child: X509Certificate = at;
    if (issued(child, child)) return child;
    at =
      issuers.find((issuer) => !seen.has(issuer) && issued(child, issuer)) ??
      (authorityFile === null ? publicRootOf(child) : undefined);
  }
  throw new OperatorError(
    authorityFile === null
      ? `The certificate in ${certificateFile} leads to no known root: add its intermediates to that file, and name the root with tls_authority when it is your own.`
      : `The certificate in ${certificateFile} does not lead to the root in ${authorityFile}: add the missing intermediates, or name the right root.`,
  );
}

function publicRootOf(certificate: X509Certificate): X509Certificate | undefined {
  return certificatesOf(rootCertificates.join('\n')).find((root) => issued(certificate, root));
}

function issued(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}
