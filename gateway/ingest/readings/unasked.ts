import type { BypassKind } from '../../../contracts/policy/bypass.ts';

/** Categories that pages load by themselves: thirty blocked trackers are one page, not thirty attempts. */
const UNASKED_CATEGORIES: ReadonlySet<string> = new Set([
  'ads',
  'advertising',
  'trackers',
  'tracking',
  'telemetry',
]);

/** Ways round the filter that browsers and systems try by themselves, and do without when they are blocked. */
const UNASKED_BYPASSES: ReadonlySet<BypassKind> = new Set(['quic', 'ech', 'private_relay']);

/** Whether requests of this category are made without a person's wish. */
export function isUnasked(category: string | null | undefined): boolean {
  return UNASKED_CATEGORIES.has(category ?? '');
}

/** Whether programs try this way round the filter without a person's wish. */
export function isUnaskedBypass(bypass: BypassKind): boolean {
  return UNASKED_BYPASSES.has(bypass);
}
