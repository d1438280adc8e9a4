import type { BypassKind } from '../../../contracts/policy/bypass.ts';

/** What pages load by themselves: thirty blocked trackers are one page, not thirty tries. */
const UNASKED_CATEGORIES: ReadonlySet<string> = new Set([
  'ads',
  'advertising',
  'trackers',
  'tracking',
  'telemetry',
]);

/** What browsers and systems try by themselves; the device's answer to it is to go on without. */
const UNASKED_BYPASSES: ReadonlySet<BypassKind> = new Set(['quic', 'ech', 'private_relay']);

/** Whether a request of this category was nobody's wish. */
export function isUnasked(category: string | null | undefined): boolean {
  return UNASKED_CATEGORIES.has(category ?? '');
}

/** Whether this way round the filter was tried by a program of its own accord. */
export function isUnaskedBypass(bypass: BypassKind): boolean {
  return UNASKED_BYPASSES.has(bypass);
}
