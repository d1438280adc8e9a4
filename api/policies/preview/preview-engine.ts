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

/** What is to be tried out, on which past time. */
export interface PreviewRequest {
  readonly organisationId: number;
  /** The draft, complete; one that was never saved has a made-up id. */
  readonly policy: Policy;
  /** Id of the policy whose place the draft takes; null = it is added. */
  readonly replaces: string | null;
  /** Epoch milliseconds, half-open. */
  readonly from: number;
  readonly to: number;
  /** Only requests of this unit and what is below it, for callers that see no others; null or absent = all. */
  readonly withinOuPath?: string | null;
  /** Ends the work when the client has gone. */
  readonly signal?: AbortSignal;
}

/** Visits whose verdict the draft changes. */
export type PreviewChange = Change;

export interface PreviewResult extends Comparison {
  /** Epoch milliseconds, as asked. */
  readonly from: number;
  readonly to: number;
  /** What the figures do not show, in sentences. */
  readonly warnings: readonly string[];
}

export interface PreviewEngine extends Service {
  /**
   * Compares the verdicts of the present policies with those after the draft, on real requests, with the `decide()` that devices run. Works on
   * a thread of its own; changes nothing.
   * @throws Fault unavailable when it takes too long, too many wait or the engine stops; internal_error when the thread dies; the signal's reason when aborted
   */
  run(request: PreviewRequest): Promise<PreviewResult>;
}

export interface PreviewEngineOptions {
  /** What a preview's thread runs: a file of the composition that calls `answerComparison`. */
  readonly program: string;
  readonly source: StoreLocation;
  /** All policies of the organisation, and the overrides and sessions that are to be taken into account (they may be empty). */
  bundleOf(organisationId: number, range: { readonly from: number; readonly to: number }): Promise<Bundle>;
  readonly clock: Clock;
  readonly log: Log;
  /** How long one may work, without the time that it waits. Default 30 s. */
  readonly timeoutMs?: number;
}

/** One leaves the machine's other cores to everybody else; two, so that a long one does not hold up a short one. */
const MAX_RUNNING = 2;
/** Each holds a request open. */
const MAX_WAITING = 8;
/** Some ten million records; a client's own patience is of that order. */
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
