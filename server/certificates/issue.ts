// Must come before @peculiar/x509, which finds its parts by reflected metadata.
import 'reflect-metadata';
import { createHash, createPrivateKey, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import ipaddr from 'ipaddr.js';
import type { Random } from '../../kit/random.ts';
import { type AuthorityHosts, nameConstraintsFor } from './name-constraints.ts';

/** A certificate with its private key, both PEM (RFC 7468); the key as PKCS #8. */
export interface KeyedCertificate {
  readonly certificate: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
/** The life of an authority. It must outlive every laptop that trusts it: devices pin it, and when it ends they must enroll again. */
const AUTHORITY_DAYS = 3_653;
/** The longest that browsers took for years (CA/Browser Forum ballot SC31), and short enough that renewal is no rare event. */
const SERVER_CERTIFICATE_DAYS = 397;
/** Certificates begin this long before now, for laptops whose clock is slow. */
const BACKDATED_MS = DAY_MS;
/** Octets of a serial number: 16 from a CSPRNG, which is more than the 64 bits that are asked for (RFC 5280, 4.1.2.2 allows 20). */
const SERIAL_BYTES = 16;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

interface IssueOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly random: Random;
}

/**
 * Makes a certificate authority (ECDSA P-256, ten years). It may sign certificates of servers and no further authority, only for the school's own names and for
 * private addresses: a stolen key is worth nothing for other sites.
 */
export async function issueAuthority({
  now,
  random,
  ...schoolHosts
}: IssueOptions & AuthorityHosts): Promise<KeyedCertificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  // A unique name: a browser must not confuse two schools' authorities.
  const name = `CN=Schoolgate authority ${Buffer.from(random.bytes(4)).toString('hex')}`;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: SIGNING,
    serialNumber: serial(random),
    notBefore: new Date(now - BACKDATED_MS),
    notAfter: new Date(now - BACKDATED_MS + AUTHORITY_DAYS * DAY_MS),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      // Names of people and programs are not among the name constraints: no mail or code may be signed under this authority either.
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth], false),
      nameConstraintsFor(schoolHosts),
      await SubjectKeyIdentifierExtension.create(keys.publicKey, false),
    ],
  });
  return { certificate: pem(certificate), key: await exportKey(keys.privateKey) };
}

/** Makes a server certificate (ECDSA P-256, 397 days, never longer than its authority) for host names and IP addresses. */
export async function issueServerCertificate(
  authority: KeyedCertificate,
  { hosts, now, random }: IssueOptions & { readonly hosts: readonly string[] },
): Promise<KeyedCertificate> {
  const issuer = new X509Certificate(authority.certificate);
  const der = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const notAfter = Math.min(now - BACKDATED_MS + SERVER_CERTIFICATE_DAYS * DAY_MS, issuer.notAfter.getTime());
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=Schoolgate server',
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: SIGNING,
    serialNumber: serial(random),
    notBefore: new Date(now - BACKDATED_MS),
    notAfter: new Date(notAfter),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth], false),
      new SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const), value: host })),
        false,
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey, false),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey, false),
    ],
  });
  return { certificate: pem(certificate), key: await exportKey(keys.privateKey) };
}

/** The host names and addresses of a certificate, in one spelling (see `canonicalHost`), sorted. */
export function hostsOf(certificate: string): readonly string[] {
  const names =
    new X509Certificate(certificate).getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
  return names
    .filter(({ type }) => type === 'dns' || type === 'ip')
    .map(({ value }) => canonicalHost(value))
    .sort();
}

/** One spelling for a host: lower case, IPv6 as RFC 5952 writes it. */
export function canonicalHost(host: string): string {
  return isIP(host) === 0 ? host.toLowerCase() : ipaddr.parse(host).toString();
}

/** SHA-256 of a certificate's DER in base64url: what an enrollment token carries of the authority. */
export function fingerprintOf(certificate: string): string {
  return createHash('sha256')
    .update(Buffer.from(new X509Certificate(certificate).rawData))
    .digest('base64url');
}

function serial(random: Random): string {
  const bytes = Buffer.from(random.bytes(SERIAL_BYTES));
  // Positive and without a leading zero octet, so that its DER is what we meant (RFC 5280, 4.1.2.2).
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return String(
    createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }),
  );
}
