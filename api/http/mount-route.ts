import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../kit/fault.ts';
import type { TimeRange } from '../../store/ports/list.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { keepAuditNotes, notesOf } from './audit-notes.ts';
import type { Caller } from './authentication/caller.ts';
import { clientOf } from './client.ts';
import { entityTag, matchesTag } from './headers/entity-tag.ts';
import { checkHeaderLengths } from './headers/header-limits.ts';
import { EVENT_STREAM, preferredFormat, readWait } from './headers/negotiation.ts';
import { addVary } from './headers/vary.ts';
import { beginIdempotent, type IdempotentCall } from './idempotency.ts';
import type { Charge } from './limits/call-cost.ts';
import type { Cursors } from './lists/cursor.ts';
import { listReply, readListRequest } from './lists/list-request.ts';
import { problemOf } from './problem.ts';
import type { ApiRequest, Reply, RouteDefinition, RouteTools } from './route.ts';
import { routeSchema } from './route-schema.ts';
import { viewOf } from './view-notes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook on every route of the public API. */
    caller: Caller | null;
    /** Set with `caller`: charges the cost of a call above one request. */
    charge: Charge | null;
  }
  interface FastifyContextConfig {
    /** The declaration of a route of the public API. */
    readonly definition?: RouteDefinition;
  }
}

/** Adds a declared endpoint to the server. */
export function mountRoute<Tools extends RouteTools>(
  app: FastifyInstance,
  definition: RouteDefinition<Tools>,
  { tools, cursors }: { readonly tools: Tools; readonly cursors: Cursors },
): void {
  app.route({
    method: definition.method,
    url: definition.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { definition, access: definition.open === true ? 'sign-in' : 'caller' },
    schema: routeSchema(definition),
    preValidation: async (request) => {
      checkHeaderLengths(request.headers);
      if (definition.bodyOptional === true && (request.body === undefined || request.body === null))
        request.body = {};
      if (definition.body !== undefined && request.body === undefined)
        throw new Fault('empty_body', 'This call needs a JSON object as its body.');
    },
    handler: async (request, reply) => {
      const call = await idempotentCall(request, definition, tools);
      const seen: Seen = { range: null };
      const answer =
        call?.replay ?? (await handle(request, definition, { tools, cursors, call, reply, seen }));
      await noteLook(answer, definition, { request, tools, seen });
      return send(request, reply, definition, answer);
    },
  });
}

function formatOf(request: FastifyRequest, { formats }: RouteDefinition): string {
  if (formats === undefined) return 'json';
  const { format } = request.query as { readonly format?: string };
  return format ?? preferredFormat(request.headers.accept, formats);
}

async function idempotentCall(
  request: FastifyRequest,
  definition: RouteDefinition,
  tools: RouteTools,
): Promise<IdempotentCall | null> {
  const key = request.headers['idempotency-key'];
  if (definition.method !== 'POST' || typeof key !== 'string') return null;
  if (definition.open === true || definition.unrepeatable === true) return null;
  return await beginIdempotent(tools, {
    caller: callerOf(request).actor,
    method: definition.method,
    path: request.url.split('?')[0] ?? '',
    key,
    body: request.body ?? null,
    query: request.query ?? {},
    seal: definition.secretAnswer === true,
  });
}

/** What is noted about a call whose answer shows people's activity. */
interface Seen {
  range: TimeRange | null;
}

/** Notes a view before its answer is sent. An answer that cannot be noted is not sent. */
async function noteLook(
  answer: Reply,
  definition: RouteDefinition,
  {
    request,
    tools,
    seen,
  }: { readonly request: FastifyRequest; readonly tools: RouteTools; readonly seen: Seen },
): Promise<void> {
  if (definition.view === undefined) return;
  const context = { request, caller: callerOf(request), range: seen.range, at: tools.clock.now() };
  const view = viewOf(answer, definition, context);
  if (view !== null) await tools.views.note(view, request.id);
}

interface HandlingTools<Tools> {
  readonly tools: Tools;
  readonly cursors: Cursors;
  readonly call: IdempotentCall | null;
  readonly reply: FastifyReply;
  readonly seen: Seen;
}

async function handle<Tools extends RouteTools>(
  request: FastifyRequest,
  definition: RouteDefinition<Tools>,
  { tools, cursors, call, reply, seen }: HandlingTools<Tools>,
): Promise<Reply> {
  let kept = false;
  const keepNotes = async (tx: Transaction, made: Reply): Promise<void> => {
    if (notesOf(made).length === 0) return;
    await keepAuditNotes(tx, made, { request, caller: callerOf(request), at: tools.clock.now() });
    for (const { target } of notesOf(made)) if (target !== null) tx.wake({ kind: 'changed', id: target });
  };
  const transact: ApiRequest<unknown, unknown, unknown>['transact'] = async (effect) => {
    const { rest, ...answer } = await tools.store.transaction(async (tx) => {
      const made = await effect(tx, call?.key ?? null);
      await keepNotes(tx, made);
      await (made.rest === undefined ? call?.finish(tx, made) : call?.hold(tx));
      return made;
    });
    kept = true;
    return rest === undefined ? answer : await rest();
  };
  const apiRequest: ApiRequest<unknown, unknown, unknown> = {
    get caller() {
      return callerOf(request);
    },
    client: clientOf(request, tools.browsers),
    requestId: request.id,
    params: request.params,
    query: request.query,
    body: request.body,
    waitSeconds: readWait(request.headers.prefer),
    checkIfMatch: (version) => checkIfMatch(request.headers['if-match'], version),
    format: formatOf(request, definition),
    lastEventId: lastEventIdOf(request),
    get gone() {
      return goneSignal(reply);
    },
    charge: (requests) => request.charge?.(requests),
    transact,
    page: async (filter, read, toResource) => {
      const rules = definition.list;
      if (rules === undefined) throw new Error(`${definition.operationId} declares no list`);
      const list = readListRequest(
        request.query as object,
        filter,
        {
          ...rules,
          operationId: definition.operationId,
          now: tools.clock.now(),
          timezone: callerOf(request).timezone,
        },
        cursors,
      );
      seen.range = list.range ?? null;
      const page = await read({
        organisationId: callerOf(request).organisationId,
        filter,
        sort: list.sort as never,
        limit: list.limit,
        from: list.from,
        ...(list.range === undefined ? {} : { range: list.range }),
        ...(list.updatedSince === undefined ? {} : { updatedSince: list.updatedSince }),
      });
      return listReply(list, page, {
        url: request.url,
        cursors,
        toResource: toResource as (row: unknown) => unknown,
      });
    },
  };
  try {
    const answer = await definition.handle(apiRequest as ApiRequest<never, never, never>, tools);
    if (!kept && notesOf(answer).length > 0) await tools.store.transaction((tx) => keepNotes(tx, answer));
    if (call !== null && !kept) await call.refuse(answer);
    return answer;
  } catch (error) {
    if (call !== null && !kept) await settleFailure(call, error, request);
    throw error;
  }
}

/** Stores a refusal by the handler, which is final. A server error or a rate limit is not stored. */
async function settleFailure(call: IdempotentCall, error: unknown, request: FastifyRequest): Promise<void> {
  const final = error instanceof Fault && error.status < 500 && ![400, 401, 403, 429].includes(error.status);
  if (!final) return await call.abandon();
  await call.refuse({
    status: error.status,
    body: problemOf(error, request),
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  });
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const given = headers['last-event-id'];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** The signal for a client that has left. It is made only on use, because few calls need it and an AbortController is costly. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  else reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a route of the public API ran without a checked key');
  return request.caller;
}

/** How much of a long header field a refusal quotes (characters). */
const MAX_SHOWN_TAG = 200;

/**
 * Weak tags count as well, because a proxy that compresses makes tags weak. RFC 9110, 13.1.1, asks for strong comparison of representations;
 * what is compared here is the version of the thing, and no coding of an answer changes that.
 */
function checkIfMatch(header: string | undefined, version: number): void {
  if (header === undefined || header.trim() === '*') return;
  const given = header.split(',').map((tag) => /^\s*(?:W\/)?"(\d+)(?:-[\w-]*)?"\s*$/.exec(tag)?.[1]);
  if (!given.includes(String(version))) {
    throw new Fault(
      'precondition_failed',
      `"If-Match" names ${header.trim().slice(0, MAX_SHOWN_TAG)}, but the ETag is "${version}" now: read it again, and send the ETag of that answer.`,
    );
  }
}

/** Tags whose answers are not about people. All other answers must not be stored by caches; a new tag counts as personal until it is listed here. */
const IMPERSONAL_TAGS: ReadonlySet<string> = new Set([
  'Campuses',
  'Categories',
  'Enrollment',
  'Organisational units',
  'OUs',
  'Policies',
  'Scopes',
  'Webhooks',
]);

function isUnstored({ secretAnswer, personal, tag }: RouteDefinition): boolean {
  return secretAnswer === true || (personal ?? !IMPERSONAL_TAGS.has(tag));
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: RouteDefinition,
  answer: Reply,
): FastifyReply {
  reply.header('cache-control', isUnstored(definition) ? 'no-store' : 'private, no-cache');
  setHeaders(reply, answer.headers);
  for (const cookie of answer.cookies ?? []) reply.header('set-cookie', cookie);
  if (answer.version !== undefined) {
    const tag = entityTag(answer.version, answer.body);
    reply.header('etag', tag);
    if (definition.method === 'GET' && matchesTag(request.headers['if-none-match'], tag))
      return reply.code(304).send();
  }
  if (definition.formats !== undefined) addVary(reply, 'accept');
  reply.code(answer.status);
  // A proxy would keep the messages back until it has some kilobytes.
  if (definition.stream === true)
    return reply.header('x-accel-buffering', 'no').type(EVENT_STREAM).send(answer.body);
  if (answer.mediaType !== undefined)
    return reply.type(`${answer.mediaType}; charset=utf-8`).send(String(answer.body));
  if (answer.body === undefined) return reply.send();
  // A stored refusal is a problem document and does not fit the success schema.
  if (answer.status >= 400) return reply.send(JSON.stringify(answer.body));
  reply.type('application/json; charset=utf-8');
  return reply.send(answer.body);
}

/** Sets header fields. `Link` is appended to an existing field, such as the link of a deprecation. */
function setHeaders(reply: FastifyReply, headers: Reply['headers'] = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    const before = name === 'link' ? reply.getHeader(name) : undefined;
    reply.header(name, before === undefined ? value : `${String(before)}, ${value}`);
  }
}
