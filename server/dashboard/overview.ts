import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { ViewNotes } from '../../api/http/gathered-views.ts';
import { lockState } from '../../contracts/device/lock.ts';
import { statusShown } from '../../contracts/device/presence.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { DeviceFilter, DeviceRecord } from '../../store/ports/devices.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';

const DAY_MS = 86_400_000;
/** Rows of one page of the table: more than a screen shows, and few enough to refresh every five seconds. */
const PAGE_SIZE = 100;

/** The query of the overview. */
export const OverviewQuery = Type.Object(
  {
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    q: Type.Optional(Type.String({ maxLength: 120 })),
    show: Type.Optional(
      Type.Unsafe<'all' | 'online' | 'offline' | 'locked' | 'unprotected'>({
        type: 'string',
        enum: ['all', 'online', 'offline', 'locked', 'unprotected'],
      }),
    ),
  },
  { additionalProperties: false },
);
export type OverviewQuery = Static<typeof OverviewQuery>;

const FILTERS: Readonly<Record<NonNullable<OverviewQuery['show']>, DeviceFilter>> = {
  all: {},
  online: { status: ['online'] },
  offline: { status: ['offline'] },
  // Also devices whose lock was ordered and is not confirmed yet.
  locked: { lock: ['locked', 'locking'] },
  unprotected: { protection: ['unprotected'] },
};

/** The state of the school at this moment, for the dashboard's first page. */
export async function readOverview(
  {
    store,
    clock,
    ouPath,
  }: {
    readonly store: Store;
    readonly clock: Clock;
    /** The one subtree that the person reaches; null = all. */
    readonly ouPath: string | null;
  },
  { page = 1, q, show = 'all' }: OverviewQuery,
) {
  const now = clock.now();
  const organisation = await store.organisations.get(DEFAULT_ORGANISATION_ID);
  const campuses = new Map(
    (await store.campuses.list(DEFAULT_ORGANISATION_ID)).map(({ id, name }) => [id as string, name]),
  );
  const within: DeviceFilter = ouPath === null ? {} : { withinOuPath: ouPath };
  const total = async (filter: DeviceFilter): Promise<number> =>
    (await store.devices.list({ ...firstPage, filter: { ...filter, ...within }, limit: 1 })).total;
  const list = await store.devices.list({
    ...firstPage,
    filter: { ...FILTERS[show], ...within, ...(q === undefined || q === '' ? {} : { q }) },
    limit: PAGE_SIZE,
    from: { kind: 'page', page },
  });
  return {
    now,
    organisation: organisation?.name ?? '',
    counts: {
      all: await total(FILTERS.all),
      online: await total(FILTERS.online),
      offline: await total(FILTERS.offline),
      locked: await total(FILTERS.locked),
      unprotected: await total(FILTERS.unprotected),
    },
    // Counted for the whole organisation only: a person limited to a part of it gets no number.
    activity:
      ouPath === null
        ? await store.telemetry.activityCounts(DEFAULT_ORGANISATION_ID, now - DAY_MS)
        : { requests: 0, blocked: 0 },
    devices: list.rows.map((device) => rowOf(device, now, campuses)),
    page,
    pageSize: PAGE_SIZE,
    total: list.total,
    hasMore: list.hasMore,
  };
}

/** Each look at who is where is noted. Other pages and quick filters are part of the same look; another search is a new one. */
export async function noteOverview(
  views: Pick<ViewNotes, 'note'>,
  { id, ip, headers }: Pick<FastifyRequest, 'id' | 'ip' | 'headers'>,
  {
    person,
    query: { q },
    records,
    at,
  }: {
    readonly person: AccountRecord;
    readonly query: OverviewQuery;
    readonly records: number;
    readonly at: number;
  },
): Promise<void> {
  const view = {
    organisationId: person.organisationId,
    actor: person.id,
    action: 'overview.viewed',
    target: null,
    filter: q === undefined || q === '' ? {} : { q },
    range: null,
    records,
    at,
    ip,
    userAgent: headers['user-agent'] ?? null,
  };
  await views.note(view, id);
}

const firstPage = {
  organisationId: DEFAULT_ORGANISATION_ID,
  sort: [{ field: 'name', descending: false }],
  from: { kind: 'page', page: 1 },
} as const;

/** A device as the table shows it. Times are epoch milliseconds of the server. */
function rowOf(device: DeviceRecord, now: number, campuses: ReadonlyMap<string, string>) {
  return {
    id: device.id,
    name: device.name,
    status: statusShown(device, now),
    user: device.user,
    ou: device.ouPath,
    campus: device.campus,
    campusName: device.campusId === null ? null : (campuses.get(device.campusId) ?? null),
    battery: device.battery,
    lock: lockState(device.lock),
    protection: device.protection.state,
    lastSeenAt: device.lastSeenAt,
    platform: device.platform,
  };
}
