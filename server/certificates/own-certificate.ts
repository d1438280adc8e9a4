import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import type { Random } from '../../kit/random.ts';
import {
  fingerprintOf,
  hostsOf,
  issueAuthority,
  issueServerCertificate,
  type KeyedCertificate,
} from './issue.ts';
import { vouchedHosts } from './name-constraints.ts';
import { readKeyedCertificate, writeKeyedCertificate } from './pem-file.ts';
import type { TlsIdentity } from './tls-identity.ts';

/** The certificate authority's certificate and key, in the certificates folder. */
export const AUTHORITY_FILE = 'authority.pem';
/** The server's certificate and key. */
export const SERVER_FILE = 'server.pem';

/** How long before its end it is renewed: a server that is off over the summer still starts with a valid certificate. */
export const RENEW_BEFORE_MS = 30 * 86_400_000;

export interface OwnCertificateOptions {
  /** The certificates folder; exists. */
  readonly folder: string;
  /** The hosts that the certificate should cover, as far as the authority may sign for them. */
  readonly hosts: readonly string[];
  /** The hosts that people and devices use. When the authority may not sign for one of them, a new authority is made if no device trusts the present one. */
  readonly namedHosts: readonly string[];
  /** Whether devices trust the present authority: then it is never replaced without the operator. */
  readonly inUse: () => Promise<boolean>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * The server's certificate from its own authority. It makes both when there is none. It makes the certificate anew when it is missing, damaged, about to end or
 * for other hosts. It makes the authority anew when it may not sign for a named host, a new one might, and no device trusts it. A host that the authority may
 * not sign for is left out. Idempotent.
 * @throws OperatorError when the authority is damaged, not valid now, or missing although devices trust it
 */
export async function loadOwnCertificate(options: OwnCertificateOptions): Promise<TlsIdentity> {
  const authority = await loadAuthority(options);
  const hosts = vouchedHosts(authority.certificate, options.hosts);
  const unvouched = leftOut(options.namedHosts, hosts);
  if (unvouched.length > 0)
    options.log.warn(
      { hosts: unvouched },
      'the authority may not vouch for these names, so that they are left out of the certificate; schoolgate doctor says what to do',
    );
  const file = join(options.folder, SERVER_FILE);
  const present = await readServerCertificate(file, options.log);
  const reason = present === null ? 'there is none' : reasonToRenew(present, authority, options);
  if (present !== null && reason === null) return identityOf(present, authority);
  const renewed = await issueServerCertificate(authority, {
    hosts,
    now: options.clock.now(),
    random: options.random,
  });
  await writeKeyedCertificate(file, renewed);
  options.log.info(
    { reason, hosts, leftOut: leftOut(options.hosts, hosts) },
    'made a new server certificate',
  );
  return identityOf(renewed, authority);
}

/** Why the certificate must be made anew; null when it is good. */
export function reasonToRenew(
  present: KeyedCertificate,
  authority: KeyedCertificate,
  { hosts, clock }: Pick<OwnCertificateOptions, 'hosts' | 'clock'>,
): string | null {
  const certificate = new X509Certificate(present.certificate);
  const issuer = new X509Certificate(authority.certificate);
  if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey))
    return 'it is from another authority';
  const now = clock.now();
  if (now < certificate.validFromDate.getTime()) return 'it is not valid yet';
  const endsAt = certificate.validToDate.getTime();
  // A certificate cannot outlive its authority, so a new one would not be longer.
  if (endsAt - now < RENEW_BEFORE_MS && endsAt < issuer.validToDate.getTime()) return 'it ends soon';
  const vouched = vouchedHosts(authority.certificate, hosts);
  if (hostsOf(present.certificate).join() !== [...vouched].sort().join())
    return 'the names of the server have changed';
  return null;
}

async function loadAuthority(options: OwnCertificateOptions): Promise<KeyedCertificate> {
  const { folder, inUse, clock } = options;
  const file = join(folder, AUTHORITY_FILE);
  const remedy = async (): Promise<string> =>
    (await inUse())
      ? 'Enrolled devices trust this authority alone, so restore the file from a backup.'
      : 'Restore it from a backup, or delete it to have a new one made: no device is enrolled yet.';
  const present = await readKeyedCertificate(file).catch(async (error: unknown) => {
    throw new OperatorError(`${messageOf(error)} ${await remedy()}`, { cause: error });
  });
  if (present === null) {
    if (await inUse())
      throw new OperatorError(`The certificate authority ${file} is missing. ${await remedy()}`);
    const made = await makeAuthority(options);
    await writeKeyedCertificate(file, made);
    options.log.info({ fingerprint: fingerprintOf(made.certificate) }, 'made a certificate authority');
    return made;
  }
  await checkAuthority(file, present, clock.now(), remedy);
  return (await replaceAuthority(file, present, options)) ?? present;
}

function makeAuthority({
  hosts,
  namedHosts,
  clock,
  random,
}: OwnCertificateOptions): Promise<KeyedCertificate> {
  return issueAuthority({ hosts, namedHosts, now: clock.now(), random });
}

/** @returns null when the present authority stays: it may vouch for all that another might, or devices trust it */
async function replaceAuthority(
  file: string,
  present: KeyedCertificate,
  options: OwnCertificateOptions,
): Promise<KeyedCertificate | null> {
  const vouched = vouchedHosts(present.certificate, options.namedHosts);
  const unvouched = leftOut(options.namedHosts, vouched);
  if (unvouched.length === 0 || (await options.inUse())) return null;
  const made = await makeAuthority(options);
  // Nobody may vouch for a name such as "school": making an authority at each start would not help.
  const gained = vouchedHosts(made.certificate, unvouched);
  if (gained.length === 0) return null;
  await writeKeyedCertificate(file, made);
  options.log.warn(
    { hosts: gained, fingerprint: fingerprintOf(made.certificate) },
    'made a new certificate authority, as the former might not vouch for these names and no device is enrolled; enrollment tokens made before no longer work',
  );
  return made;
}

function leftOut(wanted: readonly string[], vouched: readonly string[]): readonly string[] {
  return wanted.filter((host) => !vouched.includes(host));
}

async function checkAuthority(
  file: string,
  { certificate }: KeyedCertificate,
  now: number,
  remedy: () => Promise<string>,
): Promise<void> {
  const authority = new X509Certificate(certificate);
  if (!authority.ca)
    throw new OperatorError(`The certificate in ${file} is not an authority's. ${await remedy()}`);
  try {
    vouchedHosts(certificate, ['localhost', '127.0.0.1']);
  } catch (error) {
    throw new OperatorError(
      `The name constraints of the certificate in ${file} are damaged (${messageOf(error)}). ${await remedy()}`,
      { cause: error },
    );
  }
  const { validFromDate, validToDate } = authority;
  if (now >= validFromDate.getTime() && now < validToDate.getTime()) return;
  throw new OperatorError(
    `The certificate authority ${file} is valid from ${day(validFromDate)} to ${day(validToDate)}, but this machine's clock says ${day(new Date(now))}. Set the clock right first. ${await remedy()}`,
  );
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** A damaged server certificate does not matter: the authority makes another that devices trust as well. */
async function readServerCertificate(file: string, log: Log): Promise<KeyedCertificate | null> {
  try {
    return await readKeyedCertificate(file);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    log.warn({ reason: error.message }, 'the server certificate is damaged and will be made anew');
    return null;
  }
}

function identityOf(server: KeyedCertificate, authority: KeyedCertificate): TlsIdentity {
  return {
    certificate: server.certificate,
    key: server.key,
    authority: authority.certificate,
    authorityFingerprint: fingerprintOf(authority.certificate),
    hosts: hostsOf(server.certificate),
    expiresAt: new X509Certificate(server.certificate).validToDate.getTime(),
  };
}
