/** That a call is on its way out; 12 months' notice. */
export interface Deprecation {
  /** When it was declared, RFC 3339. */
  readonly since: string;
  /** When it ends, RFC 3339. */
  readonly sunset: string;
  /** The page that says what to use instead. */
  readonly link: string;
}

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the link to the reason. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}
