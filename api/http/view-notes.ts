import type { FastifyRequest } from 'fastify';
import type { TimeRange } from '../../store/ports/list.ts';
import type { RecordView } from '../../store/ports/record-views.ts';
import type { Caller } from './authentication/caller.ts';
import type { Reply, RouteDefinition, ViewQuestion } from './route.ts';

/** Parameters of paging, time and form. They do not tell whose records are shown. */
const NO_FILTER: ReadonlySet<string> = new Set([
  ...['page', 'limit', 'cursor', 'sort', 'format', 'after'],
  ...['from', 'to', 'updatedSince'],
]);

/** The view that an answer is, for the audit; null = the answer shows nobody's activity. */
export function viewOf(
  reply: Reply,
  { view, params }: Pick<RouteDefinition, 'view' | 'params'>,
  {
    request,
    caller,
    range,
    at,
  }: {
    readonly request: FastifyRequest;
    readonly caller: Caller;
    readonly range: TimeRange | null;
    readonly at: number;
  },
): RecordView | null {
  if (view === undefined || reply.status >= 400) return null;
  const records = reply.recordCount ?? recordsOf(reply.body);
  if (records === 0 && reply.recordCount !== undefined) return null;
  const question = (view.of as ((body: unknown) => ViewQuestion) | undefined)?.(request.body);
  const asked = { ...(params === undefined ? {} : (request.params as object)), ...(request.query as object) };
  const together = view.keysTogether === true && caller.credential.kind === 'key';
  const filter = together ? {} : (question?.filter ?? filterOf(asked));
  return {
    organisationId: caller.organisationId,
    actor: caller.actor,
    action: view.action,
    target: question === undefined ? targetOf(filter) : question.target,
    filter,
    range,
    records,
    at,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
  };
}

function filterOf(asked: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(asked).filter(([name]) => !NO_FILTER.has(name)));
}

/** The first person, device or unit that the question names; else the id of the resource. */
function targetOf({
  id,
  user,
  email,
  teacher,
  deviceId,
  ou,
}: Readonly<Record<string, unknown>>): string | null {
  const [target = null] = [id, user, email, teacher, deviceId, ou]
    .flat()
    .filter((one) => typeof one === 'string');
  return target?.slice(0, MAX_TARGET) ?? null;
}

/** The limit in the schema of audit entries; the filter beside it holds the whole. */
const MAX_TARGET = 120;

function recordsOf(body: unknown): number {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  return Array.isArray(data) ? data.length : 1;
}
