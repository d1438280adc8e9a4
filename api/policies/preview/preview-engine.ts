import type { Bundle, Policy } from '../../../contracts/policy/model.ts';
import { policyWarnings } from '../../../contracts/policy/warnings.ts';
import type { Clock } from '../../../kit/clock.ts';
import { Fault } from '../../../kit/fault.ts';
import type { Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import type { StoreLocation } from '../../../store/ports/adapter.ts';
import { createPlaces } from '../../http/limits/places.ts';
import type { Comparison } from './comparison.ts';
import { compareOnThread } from './comparison-thread.ts';
import { SMALLEST_GROUP } from './groups.ts';
import type { Change } from './tally.ts';

/** A draft to try out, and the past time to use. */
export interface PreviewRequest {
  readonly organisationId: number;
  /** The complete draft. A draft that was never saved has a made-up id. */
  readonly policy: Policy;
  /** Id of the policy that the draft replaces; null = the draft is added. */
  readonly replaces: string | null;
  /** Epoch milliseconds, half-open. */
  readonly from: number;
  readonly to: number;
  /** Only requests of this unit and the units below, for a caller that sees no others; null or absent = all. */
  readonly withinOuPath?: string | null;
  /** Ends the work when the client has gone. */
  readonly signal?: AbortSignal;
}

/** Visits whose verdict the draft changes. */
export type PreviewChange = Change;

export interface PreviewResult extends Comparison {
  /** Epoch milliseconds, as in the request. */
  readonly from: number;
  readonly to: number;
  /** Limits of the figures, in sentences. */
  readonly warnings: readonly string[];
}

export interface PreviewEngine extends Service {
  /**
   * Compares the verdicts of the present policies with those of the draft, on real requests, with the `decide()` that devices run. It works
   * on a thread of its own and changes nothing.
   * @throws Fault unavailable when it takes too long, too many wait or the engine stops; internal_error when the thread dies; the signal's reason when aborted
   */
  run(request: PreviewRequest): Promise<PreviewResult>;
}

export interface PreviewEngineOptions {
  /** The program of a preview's thread: a file of the composition that calls `answerComparison`. */
  readonly program: string;
  readonly source: StoreLocation;
  /** All policies of the organisation, and the overrides and sessions to include (may be empty). */
  bundleOf(organisationId: number, range: { readonly from: number; readonly to: number }): Promise<Bundle>;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a preview may work, without its waiting time. Default 30 s. */
  readonly timeoutMs?: number;
}

/** One preview leaves the machine's other cores to other work. Two are allowed, so that a long preview does not hold up a short one. */
const MAX_RUNNING = 2;
/** Each waiting preview holds a request open. */
const MAX_WAITING = 8;
/** Enough for some ten million records. Clients wait about as long. */
const DEFAULT_TIMEOUT_MS = 30_000;

export function createPreviewEngine({
  program,
  source,
  bundleOf,
  clock,
  log,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: PreviewEngineOptions): PreviewEngine {
  const places = createPlaces({ places: MAX_RUNNING, maxWaiting: MAX_WAITING });
  const running = new Set<Promise<unknown>>();
  let stopping = new AbortController();

  const compare = async (request: PreviewRequest, signal: AbortSignal): Promise<PreviewResult> => {
    const { organisationId, policy, replaces, from, to, withinOuPath = null } = request;
    const leave = await places.take(signal);
    try {
      const before = await bundleOf(organisationId, { from, to });
      const policies = [...before.policies.filter(({ id }) => id !== replaces), policy];
      const query = { organisationId, from, to, withinOuPath };
      const task = { query, before, after: { ...before, policies } };
      const startedAt = clock.monotonic();
      const comparison = await compareOnThread({ source, task }, { program, clock, timeoutMs, signal });
      const durationMs = Math.round(clock.monotonic() - startedAt);
      log.debug({ evaluated: comparison.evaluated, durationMs }, 'compared policies on past requests');
      return { from, to, warnings: warningsOf(policy, comparison), ...comparison };
    } finally {
      leave();
    }
  };

  return {
    async start() {
      if (stopping.signal.aborted) stopping = new AbortController();
    },
    async stop() {
      stopping.abort(new Fault('unavailable', 'The server is stopping.'));
      await Promise.allSettled(running);
    },
    async run(request) {
      const { signal } = stopping;
      const work = compare(
        request,
        request.signal === undefined ? signal : AbortSignal.any([signal, request.signal]),
      );
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
  };
}

function warningsOf(policy: Policy, { evaluated, someLeftOut }: Comparison): readonly string[] {
  const nothing = 'There are too few requests in this time: nothing could be compared.';
  const leftOut = `Policies tell single people or devices apart: of groups of fewer than ${2 * SMALLEST_GROUP} that are only partly concerned, nobody is counted.`;
  return [
    ...policyWarnings(policy),
    ...(someLeftOut ? [leftOut] : []),
    ...(evaluated === 0 ? [nothing] : []),
  ];
}
