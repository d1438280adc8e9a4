import { sha256 } from '../../../kit/signing.ts';

/**
 * `"<version>-<digest of the shown body>"`. Only the version counts for `If-Match`, so that a heartbeat is not a conflicting change. The
 * whole tag counts for `If-None-Match`, so that 304 never hides a heartbeat.
 */
export function entityTag(version: number, body: unknown): string {
  return `"${version}-${sha256(JSON.stringify(body) ?? '').slice(0, 16)}"`;
}

/** Whether `If-None-Match` names a tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
