import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

/**
 * Whether a certificate is for this host, for TLS connections of ours; undefined = it is. An address is looked for among the certificate's own addresses (RFC 6125 section
 * 1.7.2, RFC 5280 section 4.2.1.6): Node 22.23.2 takes no IPv6 address there, since it reads each host as a name first. Names are judged by Node.
 * @param host a name, or an address, with or without brackets
 */
export function checkIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return checkServerIdentity(host, certificate);
  if (new X509Certificate(certificate.raw).checkIP(address) !== undefined) return undefined;
  const named = certificate.subjectaltname ?? 'no address';
  // With the code of Node's own: mqtt.js drops errors of a stream that have none.
  return Object.assign(new Error(`the certificate is not for ${address}; it is for: ${named}`), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
}
