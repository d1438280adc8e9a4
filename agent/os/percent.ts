/** A share as whole per cent, held within 0-100; null when there is no such share. */
export function percent(part: number, whole: number): number | null {
  if (!Number.isFinite(part) || !Number.isFinite(whole) || whole <= 0 || part < 0) return null;
  return Math.min(100, Math.round((100 * part) / whole));
}
