/** Longer waits are cut to this: proxies give up after 60 s. */
const MAX_WAIT_SECONDS = 30;

/** Seconds of `wait` in a `Prefer` header (RFC 7240, 4.3), at most 30; 0 without. Names are compared without regard to case, values may be quoted. */
export function readWait(header: string | string[] | undefined): number {
  // What other preferences say in quotes is no preference.
  const plain = String(header ?? '').replaceAll(
    /([^\s,;="]+)\s*=\s*"([^"]*)"/g,
    (_all, name: string, value: string) => (name.toLowerCase() === 'wait' ? `wait=${value}` : name),
  );
  const seconds = /(?:^|[,;\s])wait\s*=\s*(\d{1,6})(?=\s*(?:[,;]|$))/i.exec(plain)?.[1];
  return seconds === undefined ? 0 : Math.min(MAX_WAIT_SECONDS, Number(seconds));
}
