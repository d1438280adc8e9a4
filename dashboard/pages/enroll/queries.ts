import { queryOptions } from '@tanstack/react-query';
import type { Device, EnrollmentToken } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';

const MOST = 200;
/** Requests come without a message of the stream: a computer that asks repeats it every ten seconds. */
const REQUESTS_MS = 10_000;
/** Laptops that came shortly before the page was opened are shown too. */
const BEFORE_MS = 3_600_000;

export function askTokens() {
  return queryOptions({
    queryKey: ['enrollment', 'tokens'],
    queryFn: async ({ signal }): Promise<readonly EnrollmentToken[]> => {
      const tokens: EnrollmentToken[] = [];
      for await (const token of school.enrollmentTokens.list({ limit: MOST }, { signal })) tokens.push(token);
      return tokens;
    },
  });
}

export function askRequests() {
  return queryOptions({
    queryKey: ['enrollment', 'requests'],
    queryFn: async ({ signal }) => {
      const { data } = await school.enrollmentRequests.list({ limit: MOST }, { signal });
      return data.filter(({ status }) => status === 'waiting');
    },
    refetchInterval: REQUESTS_MS,
  });
}

/** The laptops that have enrolled since an hour before a moment, the newest first. */
export function askArrived(opened: number) {
  const since = opened - BEFORE_MS;
  return queryOptions({
    queryKey: ['devices', 'arrived', since],
    queryFn: async ({ signal }): Promise<readonly Device[]> => {
      const input = { updatedSince: new Date(since).toISOString(), limit: MOST };
      const arrived: Device[] = [];
      for await (const device of school.devices.list(input, { signal }))
        if (Date.parse(device.enrolledAt) >= since) arrived.push(device);
      return arrived.toSorted((a, b) => Date.parse(b.enrolledAt) - Date.parse(a.enrolledAt));
    },
  });
}
