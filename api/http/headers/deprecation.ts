/** The deprecation of a call, with 12 months' notice. */
export interface Deprecation {
  /** When it was deprecated, RFC 3339. */
  readonly since: string;
  /** When it will be removed, RFC 3339. */
  readonly sunset: string;
  /** The page that names the replacement. */
  readonly link: string;
}

/** The header fields `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the link to the explanation. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}
