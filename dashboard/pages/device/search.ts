/** The filters of what was visited, so that Back and a bookmark keep them; and what to begin with. */
export interface DeviceSearch {
  readonly kind?: string | undefined;
  readonly site?: string | undefined;
  readonly flagged?: boolean | undefined;
  /** Opens the form of the lock at once. */
  readonly act?: 'lock' | undefined;
}

const KINDS: readonly unknown[] = ['visit', 'search', 'video', 'app', 'signin'];
const MAX_SITE = 253;

export function deviceSearch(raw: Readonly<Record<string, unknown>>): DeviceSearch {
  const { kind, site, flagged, act } = raw;
  return {
    kind: KINDS.includes(kind) ? String(kind) : undefined,
    site: typeof site === 'string' && site !== '' ? site.slice(0, MAX_SITE) : undefined,
    flagged: flagged === true || flagged === 'true' ? true : undefined,
    act: act === 'lock' ? act : undefined,
  };
}
