import t from 'tap';
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  CallTimeoutError,
  ConflictError,
  EventsExpiredError,
  NetworkError,
  NotFoundError,
  PermissionDeniedError,
  PlanRequiredError,
  PreconditionFailedError,
  RateLimitedError,
  Schoolgate,
  type SchoolgateError,
  ServerError,
  UnexpectedAnswerError,
  UnprocessableError,
} from '../../../sdk/node/index.ts';
import { CALLS } from '../../../sdk/node/test/generated/calls.ts';
import type { Case, ExpectedError } from '../../../tools/sdk/case.ts';
import { readCases } from '../../../tools/sdk/read-cases.ts';
import { CASE_KEY, fitsResult, startCaseStub } from '../../support/case-stub.ts';

const KINDS: Readonly<Record<ExpectedError['kind'], abstract new (...args: never[]) => SchoolgateError>> = {
  api: ApiError,
  authentication: AuthenticationError,
  bad_request: BadRequestError,
  conflict: ConflictError,
  events_expired: EventsExpiredError,
  network: NetworkError,
  not_found: NotFoundError,
  permission_denied: PermissionDeniedError,
  plan_required: PlanRequiredError,
  precondition_failed: PreconditionFailedError,
  rate_limited: RateLimitedError,
  server: ServerError,
  timeout: CallTimeoutError,
  unexpected_answer: UnexpectedAnswerError,
  unprocessable: UnprocessableError,
};

/** What the caller of a case gets. */
async function outcomeOf({ name, call }: Case, client: Schoolgate): Promise<unknown> {
  const asked = CALLS[name as keyof typeof CALLS](client) as unknown;
  if (typeof call.take === 'number') return take(asked as AsyncIterable<unknown>, call.take);
  if (call.take === 'all') return take(asked as AsyncIterable<unknown>, Number.POSITIVE_INFINITY);
  return await asked;
}

async function take(items: AsyncIterable<unknown>, most: number): Promise<unknown[]> {
  const taken: unknown[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= most) break;
  }
  return taken;
}

/** What the caller is to get where the case does not say: what the last answer has as its body. */
function expectedOf({ result, exchanges }: Case): unknown {
  if (result !== undefined) return result;
  const last = exchanges.at(-1)?.response;
  return typeof last === 'object' ? (last.text ?? last.body ?? null) : null;
}

for (const one of readCases()) {
  t.test(one.name, async (t) => {
    const stub = await startCaseStub(one);
    t.teardown(() => stub.stop());
    const waits: number[] = [];
    let now = Date.parse('2026-11-20T10:00:00Z');
    const client = new Schoolgate(
      { apiKey: CASE_KEY, baseUrl: stub.baseUrl, ...one.client },
      {
        now: () => now,
        random: () => 0.5,
        sleep: async (ms) => {
          waits.push(ms);
          now += ms;
        },
      },
    );
    let error: unknown;
    const result = await outcomeOf(one, client).catch((thrown: unknown) => {
      error = thrown;
    });
    t.strictSame(stub.faults(), [], 'the requests');
    const bounds = one.waits ?? [];
    t.ok(
      waits.length === bounds.length &&
        bounds.every(([least, most], index) => within(waits[index], least, most)),
      `it waits ${JSON.stringify(bounds)}: ${JSON.stringify(waits)}`,
    );
    if (one.error === undefined) {
      t.equal(error, undefined);
      t.ok(fitsResult(result, expectedOf(one)), `the result: ${JSON.stringify(result)}`);
      return;
    }
    const { kind, ...members } = one.error;
    t.ok(error instanceof KINDS[kind], `${kind}: ${error}`);
    if (kind === 'api') t.equal((error as Error).constructor, ApiError, 'no kind of its own');
    t.ok(fitsResult(error, members), `the error: ${JSON.stringify(error)}`);
    if (error instanceof ApiError && members.code === undefined) t.equal(error.code, null);
  });
}

function within(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && value >= least && value <= most;
}

t.test('each case of the guide has its call', (t) => {
  t.strictSame(
    Object.keys(CALLS),
    readCases().map(({ name }) => name),
  );
  t.end();
});
