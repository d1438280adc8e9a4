/** The server's certificate on its TLS ports, and the authority that devices trust. All PEM. */
export interface TlsIdentity {
  /** The server's certificate, followed by intermediates. */
  readonly certificate: string;
  readonly key: string;
  /** The root that devices pin at enrollment. */
  readonly authority: string;
  /** SHA-256 of the authority's DER, base64url: part of every enrollment token. */
  readonly authorityFingerprint: string;
  /** Host names and addresses that the certificate is good for. */
  readonly hosts: readonly string[];
  /** End of the certificate's validity, epoch milliseconds. */
  readonly expiresAt: number;
}
