import type { Device } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import type { DeviceQuestion } from '../queries.ts';

/** Rows of a page when everything is read: the most that the API gives. */
const READ_ROWS = 200;

/** All laptops that fit, page after page, at most so many. */
export async function allDevices(
  { filter, sort }: DeviceQuestion,
  {
    most,
    signal,
    onRead,
  }: { readonly most: number; readonly signal: AbortSignal; readonly onRead?: (count: number) => void },
): Promise<readonly Device[]> {
  const found: Device[] = [];
  for await (const page of school.devices.list({ ...filter, sort, limit: READ_ROWS }, { signal }).pages()) {
    found.push(...page.data);
    onRead?.(Math.min(found.length, most));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}
