/** The filters of what was visited. They stand in the address, so that Back and a bookmark keep them. */
export interface DeviceSearch {
  readonly kind?: string | undefined;
  readonly site?: string | undefined;
  readonly flagged?: boolean | undefined;
}

const KINDS: readonly unknown[] = ['visit', 'search', 'video', 'app', 'signin'];
const MAX_SITE = 253;

export function deviceSearch(raw: Readonly<Record<string, unknown>>): DeviceSearch {
  const { kind, site, flagged } = raw;
  return {
    kind: KINDS.includes(kind) ? String(kind) : undefined,
    site: typeof site === 'string' && site !== '' ? site.slice(0, MAX_SITE) : undefined,
    flagged: flagged === true || flagged === 'true' ? true : undefined,
  };
}
