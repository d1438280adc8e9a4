import type { Evidence, EvidenceGap } from '../../contracts/rest/evidence.ts';
import { type CsvRow, csvOf } from '../reports/csv.ts';

/** The totals and every device that does not enforce the version, as one table: `device` is empty in the lines of totals. */
export function evidenceCsv(evidence: Evidence, gaps: readonly EvidenceGap[]): string {
  const { version, ou, devices, enforcing, notEnforcing, generatedAt } = evidence;
  const total = (name: string, value: string | number): CsvRow => [name, value, ...EMPTY];
  return csvOf([
    [
      'item',
      'value',
      'device',
      'name',
      'unit',
      'since',
      'detail',
      'protection',
      'policy version',
      'last seen',
    ],
    total('policy version', version),
    total('unit', ou),
    total('at', generatedAt),
    total('devices', devices),
    total('enforcing', enforcing),
    ...Object.entries(notEnforcing).map(([name, count]) =>
      total(name === 'total' ? 'not enforcing' : `not enforcing: ${name}`, count),
    ),
    ...gaps.map(
      (gap): CsvRow => [
        ...['device', gap.reason, gap.deviceId, gap.name, gap.ou],
        ...[gap.since, gap.detail, gap.protection, gap.policyVersion, gap.lastSeen],
      ],
    ),
  ]);
}

const EMPTY = [null, null, null, null, null, null, null, null];
