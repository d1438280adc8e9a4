import type { AccessRequestDetail, AlsoRefusedHost } from '../../contracts/rest/access-requests.ts';
import type { Explanation } from '../../contracts/rest/policies.ts';
import { Fault } from '../../kit/fault.ts';
import type { AccessRequestRecord } from '../../store/ports/access-requests.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { toAccessRequest } from '../../store/views/access-request.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { permits } from '../http/authentication/permission.ts';
import { routeOf } from '../http/route.ts';
import { notFound } from '../input/field-fault.ts';
import { mayReach, type Reach, reachOf } from '../input/reach.ts';
import { type ExplainTools, explain } from '../policies/explanation.ts';
import { RECORD_ROUTES } from '../records/routes.ts';

/** Open requests for one host that are looked at. */
const MAX_OPEN_FOR_HOST = 200;
/** The limits in the schema. */
const MAX_ALSO_ASKING = 50;
const MAX_ALSO_REFUSED = 20;

/** A page loads its other hosts shortly before somebody asks on its block page. */
const PAGE_BEFORE_MS = 120_000;
const PAGE_AFTER_MS = 10_000;
/** Refused requests that are read to find those hosts. */
const MAX_READ = 200;

/** A request that the caller may see: the device was in a unit of the caller when it was made. @throws Fault not_found */
export async function requestInReach(
  { accessRequests }: Pick<Repositories, 'accessRequests'>,
  reach: Reach,
  id: string,
): Promise<AccessRequestRecord> {
  const request = await accessRequests.get(reach.organisationId, id);
  if (request === null || !mayReach(reach, request.ouPath)) throw notFound('access request');
  return request;
}

/** The other open requests for the host of a request, within reach, the oldest first. */
export async function othersFor(
  { accessRequests }: Pick<Repositories, 'accessRequests'>,
  reach: Reach,
  { id, host }: AccessRequestRecord,
): Promise<readonly AccessRequestRecord[]> {
  const open = await accessRequests.openFor(reach.organisationId, host, MAX_OPEN_FOR_HOST);
  return open.filter((other) => other.id !== id && mayReach(reach, other.ouPath));
}

export type DetailTools = ExplainTools & {
  readonly store: Pick<Repositories, 'accessRequests' | 'records'>;
};

/** A request with all that a decision needs. @throws Fault not_found */
export async function requestDetail(
  tools: DetailTools,
  caller: Caller,
  id: string,
): Promise<AccessRequestDetail> {
  const reach = reachOf(caller);
  const request = await requestInReach(tools.store, reach, id);
  const mayReadLogs = permits(caller, routeOf(RECORD_ROUTES, 'listLogs'));
  const others = await othersFor(tools.store, reach, request);
  const verdict = await verdictOf(tools, request);
  return {
    ...toAccessRequest(request),
    ...(verdict === null ? {} : { verdict }),
    alsoRefused: mayReadLogs ? await alsoRefused(tools.store, request) : null,
    alsoAsking: others.slice(0, MAX_ALSO_ASKING).map(toAccessRequest),
  };
}

/** How the request was decided when it was made; null when its device is gone. Who sees the request may know, wherever the person belongs. */
async function verdictOf(tools: DetailTools, request: AccessRequestRecord): Promise<Explanation | null> {
  const { organisationId, deviceId, user, host, url, lastAskedAt } = request;
  try {
    return await explain(tools, {
      reach: { organisationId, ouPath: null },
      request: { url: url ?? host, deviceId, ...(user === null ? {} : { user }), at: timestamp(lastAskedAt) },
    });
  } catch (error) {
    if (error instanceof Fault && error.code === 'unprocessable') return null;
    throw error;
  }
}

async function alsoRefused(
  { records }: Pick<Repositories, 'records'>,
  { organisationId, deviceId, user, host, lastAskedAt }: AccessRequestRecord,
): Promise<readonly AlsoRefusedHost[] & AlsoRefusedHost[]> {
  const { rows } = await records.logs({
    organisationId,
    filter: { deviceId: [deviceId], action: ['block'], ...(user === null ? {} : { user: [user] }) },
    range: { from: lastAskedAt - PAGE_BEFORE_MS, to: lastAskedAt + PAGE_AFTER_MS },
    sort: [{ field: 'timestamp', descending: true }],
    limit: MAX_READ,
    from: { kind: 'page', page: 1 },
  });
  const found = new Map<string, AlsoRefusedHost>();
  for (const { domain, category, count } of rows) {
    if (domain === null || domain === host) continue;
    const known = found.get(domain);
    found.set(domain, { host: domain, category, count: count + (known?.count ?? 0) });
  }
  return [...found.values()].slice(0, MAX_ALSO_REFUSED);
}
