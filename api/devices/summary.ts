import { type DeviceSummary, MAX_SUMMARY_CELLS } from '../../contracts/rest/device-story.ts';
import type { DeviceCell } from '../../store/ports/devices.ts';
import { timestamp } from '../../store/views/timestamp.ts';

/** The summary of devices. Rare combinations beyond the limit are counted together. */
export function deviceSummary(cells: readonly DeviceCell[], now: number): DeviceSummary {
  const shown = cells.slice(0, MAX_SUMMARY_CELLS);
  const listed = sumOf(shown);
  const total = sumOf(cells);
  return {
    total,
    cells: shown.map((cell) => ({ ...cell })),
    others: total - listed,
    generatedAt: timestamp(now),
  };
}

function sumOf(cells: readonly DeviceCell[]): number {
  return cells.reduce((sum, { count }) => sum + count, 0);
}
