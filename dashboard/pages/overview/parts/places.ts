import type { AttentionItem } from '../../../../sdk/node/index.ts';

/** An address of the dashboard. */
export interface Place {
  readonly to: string;
  readonly params?: Readonly<Record<string, string | undefined>>;
  readonly search?: Readonly<Record<string, unknown>>;
}

/** The parameters of an address of the API, which are also those of the page that lists the same. */
export function searchOf(link: string | null): Readonly<Record<string, readonly string[] | string>> {
  const query = new URLSearchParams(link?.split('?')[1] ?? '');
  const names = new Set(query.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** The page that shows exactly those; null = there is none that this person may open. */
export function placeOf(
  { kind, link }: Pick<AttentionItem, 'kind' | 'link'>,
  may: (operationId: string) => boolean,
): Place | null {
  const found = PLACES[kind];
  if (found === undefined || !may(found.needs)) return null;
  return found.place(link);
}

interface Found {
  readonly needs: string;
  readonly place: (link: string | null) => Place;
}

const devices: Found = {
  needs: 'listDevices',
  place: (link) => ({ to: '/devices', search: searchOf(link) }),
};

const PLACES: Readonly<Record<string, Found>> = {
  unprotected_devices: devices,
  devices_behind: devices,
  locks_unconfirmed: devices,
  access_requests: {
    needs: 'listAccessRequests',
    place: () => ({ to: '/requests/{-$id}', params: { id: undefined } }),
  },
  enrollment_requests: { needs: 'listEnrollmentRequests', place: () => ({ to: '/devices/enroll' }) },
  held_category_lists: { needs: 'listCategorySources', place: () => ({ to: '/categories/sources' }) },
  failing_webhook: {
    needs: 'getWebhook',
    place: (link) => ({ to: '/webhooks/{-$id}', params: { id: idOf(link) } }),
  },
  expiring_api_key: {
    needs: 'getApiKey',
    place: (link) => ({ to: '/keys/{-$id}', params: { id: idOf(link) } }),
  },
};

function idOf(link: string | null): string | undefined {
  return link?.split('/').at(-1);
}
