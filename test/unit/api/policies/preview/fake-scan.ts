import type { CampusState } from '../../../../../contracts/device/campus.ts';
import type { RecordScan, ScannedRecord } from '../../../../../store/ports/record-scan.ts';

/** A record as a test writes it. */
export interface FakeRecord {
  readonly at: number;
  readonly user: string | null;
  readonly deviceId: string;
  readonly ouPath: string;
  readonly domain: string | null;
  readonly url: string | null;
  readonly category: string | null;
  readonly campus: CampusState;
  readonly count: number;
}

const CAMPUSES = ['unknown', 'on-campus', 'off-campus'] as const;

/** A scan over records in memory, in portions of three; numbers of texts are large and have gaps, as those of an old store. */
export function createFakeScan(
  records: readonly FakeRecord[],
  homes: Readonly<Record<string, string>> = {},
  devices: Readonly<Record<string, string>> = {},
): RecordScan {
  const texts: string[] = [];
  const first = 2 ** 25 - 3;
  const numberOf = (text: string): number => {
    if (!texts.includes(text)) texts.push(text);
    return first + texts.indexOf(text) * 7;
  };
  const optional = (text: string | null): number | null => (text === null ? null : numberOf(text));
  const rows = records.map((one): ScannedRecord => {
    const campus = CAMPUSES.indexOf(one.campus);
    const where = [numberOf(one.deviceId), numberOf(one.ouPath)] as const;
    return [
      one.at,
      optional(one.user),
      ...where,
      optional(one.domain),
      one.url,
      optional(one.category),
      campus,
      one.count,
    ];
  });
  return {
    campuses: CAMPUSES,
    *records({ from, to }) {
      for (let index = 0; index < rows.length; index += 3)
        yield rows.slice(index, index + 3).filter(([at]) => at >= from && at < to);
    },
    text: (number) => texts[(number - first) / 7] ?? '',
    homes: () => new Map(Object.entries(homes)),
    devices: () => new Map(Object.entries(devices)),
    close: () => undefined,
  };
}
