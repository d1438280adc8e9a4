import { compileBundle } from '../../../contracts/policy/compile.ts';
import { decideFast } from '../../../contracts/policy/decide.ts';
import type { CompiledBundle } from '../../../contracts/policy/match.ts';
import type { Action, Bundle, DecisionContext, DecisionRequest } from '../../../contracts/policy/model.ts';
import { bundleChanges, situationAt } from '../../../contracts/policy/next-change.ts';
import { verdictKeyOf } from '../../../contracts/policy/verdict-key.ts';
import { textKey } from '../../../kit/text-key.ts';
import type { RecordScan, RecordScanQuery, ScannedRecord } from '../../../store/ports/record-scan.ts';
import { type Crowd, createCrowds } from './crowds.ts';
import { SMALLEST_GROUP } from './groups.ts';
import { createNumbering, createSmallNumbers, pairOf } from './numbering.ts';
import {
  type Change,
  createHeadcount,
  createTally,
  type Headcount,
  roundedDown,
  type Tally,
} from './tally.ts';

/** The input of a comparison. It is plain data, because it goes to a thread. */
export interface ComparisonTask {
  readonly query: RecordScanQuery;
  readonly before: Bundle;
  readonly after: Bundle;
  /** Fewest people and visits behind a shown figure. Default `SMALLEST_GROUP`. */
  readonly smallestGroup?: number;
}

export interface Comparison {
  /** Number of compared requests, rounded down; 0 when they come from too few people. A record counts as often as its request was made. */
  readonly evaluated: number;
  /** Whether requests of some people were not counted, because the policies treat members of their group differently. */
  readonly someLeftOut: boolean;
  readonly newlyAllowed: Change;
  readonly newlyBlocked: Change;
}

/** Most kept verdicts (some 50 bytes each). When there are more, all are dropped and decided again. */
const MAX_KEPT_VERDICTS = 2_000_000;

/**
 * Decides every record of a scan with both bundles and counts the differences. Records that `decide` cannot tell apart are decided once;
 * the key is the asker's verdict key, the request, the campus, and the situation at that moment. A person counts in today's unit of the
 * roster, anybody else in the unit of the device. Figures cover enough people in fixed groups, so that nobody can learn about one person.
 * @throws RangeError as `compileBundle`
 */
export function compareBundles(
  scan: RecordScan,
  { query, before, after, smallestGroup = SMALLEST_GROUP }: ComparisonTask,
): Comparison {
  const bundles = { before: compileBundle(before), after: compileBundle(after) };
  const stateAt = createTimeStates([bundles.before, bundles.after], query);
  const askers = createAskers(scan, query.organisationId, { bundles, smallestGroup });
  const requestNumber = createRequestNumbers();
  const settings = createNumbering<number>();
  const counts = createCounts(smallestGroup);
  let verdicts = new Map<number, Outcome>();

  const evaluate = (record: ScannedRecord): void => {
    const [at, , , , domain, , , campus, count] = record;
    const asker = askers.of(record);
    counts.seen(asker, count);
    if (asker.crowd.kind === 'left_out') return;
    const setting = settings.of(pairOf(asker.verdictKey, stateAt(at) * scan.campuses.length + campus));
    const key = pairOf(setting, requestNumber(record));
    let outcome = verdicts.get(key);
    if (outcome === undefined) {
      if (verdicts.size >= MAX_KEPT_VERDICTS) verdicts = new Map();
      outcome = outcomeOf(bundles, requestOf(scan, record), contextOf(scan, record, asker));
      verdicts.set(key, outcome);
    }
    if (outcome !== 'same') counts.changed(outcome, asker, { domain, count });
  };
  for (const portion of scan.records(query)) for (const record of portion) evaluate(record);
  return { ...counts.sum(scan), someLeftOut: askers.someLeftOut };
}

/** The new verdict of a request, or that it stays the same. */
type Outcome = Action | 'same';

interface Bundles {
  readonly before: CompiledBundle;
  readonly after: CompiledBundle;
}

function outcomeOf({ before, after }: Bundles, request: DecisionRequest, context: DecisionContext): Outcome {
  const then = decideFast(request, context, before).action;
  const now = decideFast(request, context, after).action;
  return now === then ? 'same' : now;
}

function requestOf(scan: RecordScan, [, , , , domain, url, category]: ScannedRecord): DecisionRequest {
  return {
    host: domain === null ? '' : scan.text(domain),
    url,
    app: null,
    categories: category === null ? [] : [scan.text(category)],
  };
}

function contextOf(
  { campuses }: RecordScan,
  [at, , , , , , , campus]: ScannedRecord,
  { deviceId, user, ouPath }: Asker,
): DecisionContext {
  return { deviceId, user, ouPath, campus: campuses[campus] ?? 'unknown', at };
}

interface Asker {
  readonly deviceId: string;
  readonly user: string | null;
  readonly ouPath: string;
  /** A number that askers with the same verdict key share. */
  readonly verdictKey: number;
  readonly crowd: Crowd;
}

/** The askers by device, person and unit. Each is looked up once. */
function createAskers(
  scan: RecordScan,
  organisationId: number,
  { bundles, smallestGroup }: { readonly bundles: Bundles; readonly smallestGroup: number },
): { of(record: ScannedRecord): Asker; readonly someLeftOut: boolean } {
  const { before, after } = bundles;
  const homes = scan.homes(organisationId);
  const crowds = createCrowds(scan, organisationId, { bundles: [before, after], smallestGroup });
  const small = createSmallNumbers();
  const places = createNumbering<number>();
  const askers = new Map<number, Asker>();
  const verdictKeys = createNumbering<string>();
  const make = ([, userText, device, ou]: ScannedRecord): Asker => {
    const user = userText === null ? null : textKey(scan.text(userText));
    const home = user === null ? undefined : homes.get(user);
    const asker = { deviceId: scan.text(device), user, ouPath: home ?? scan.text(ou) };
    return {
      ...asker,
      crowd: crowds.of(asker, home !== undefined),
      verdictKey: verdictKeys.of(`${verdictKeyOf(asker, before)}|${verdictKeyOf(asker, after)}`),
    };
  };
  return {
    someLeftOut: crowds.someLeftOut,
    of(record) {
      const [, user, device, ou] = record;
      const place = places.of(pairOf(small(device), small(ou)));
      const key = pairOf(place, small(user));
      const known = askers.get(key);
      if (known !== undefined) return known;
      const made = make(record);
      askers.set(key, made);
      return made;
    },
  };
}

/** Gives every distinct request a number. */
function createRequestNumbers(): (record: ScannedRecord) => number {
  const small = createSmallNumbers();
  const names = createNumbering<number>();
  const urls = createNumbering<string>();
  const withUrl = createNumbering<number>();
  return ([, , , , domain, url, category]) => {
    const name = names.of(pairOf(small(domain), small(category)));
    // Even numbers for names alone, odd numbers for full addresses. Most requests have no address and need no second look-up.
    return url === null ? name * 2 : withUrl.of(pairOf(name, urls.of(url))) * 2 + 1;
  };
}

interface Counts {
  seen(asker: Asker, count: number): void;
  changed(
    outcome: Action,
    asker: Asker,
    visit: { readonly domain: number | null; readonly count: number },
  ): void;
  sum(scan: RecordScan): Omit<Comparison, 'someLeftOut'>;
}

/** Requests of unlisted askers are counted apart by unit, because only at the end is it known whether they are enough. */
function createCounts(smallestGroup: number): Counts {
  const everybody = createHeadcount(smallestGroup);
  const unlisted = new Map<string, Headcount>();
  const tallies: Readonly<Record<Action, Map<string | null, Tally>>> = { allow: new Map(), block: new Map() };
  let requests = 0;
  const sumOf = (outcome: Action, scan: RecordScan): Change => {
    const all = createTally(smallestGroup);
    for (const [unit, tally] of tallies[outcome])
      if (unit === null || unlisted.get(unit)?.enough === true) all.join(tally);
    return all.sum(scan);
  };
  return {
    seen(asker, count) {
      requests += count;
      everybody.add(asker);
      if (asker.crowd.kind === 'unlisted')
        kept(unlisted, asker.crowd.ouPath, () => createHeadcount(smallestGroup)).add(asker);
    },
    changed(outcome, asker, { domain, count }) {
      const unit = asker.crowd.kind === 'unlisted' ? asker.crowd.ouPath : null;
      kept(tallies[outcome], unit, () => createTally(smallestGroup)).add(domain, asker, count);
    },
    sum: (scan) => ({
      evaluated: everybody.enough ? roundedDown(requests, smallestGroup) : 0,
      newlyAllowed: sumOf('allow', scan),
      newlyBlocked: sumOf('block', scan),
    }),
  };
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * Cuts a time into stretches in which nothing begins or ends, and numbers their situations. Moments with the same number are alike for all
 * bundles.
 * @returns a function that numbers a moment within the time; fast when moments come in their order
 */
function createTimeStates(
  bundles: readonly CompiledBundle[],
  range: { readonly from: number; readonly to: number },
): (at: number) => number {
  const changes = bundles.flatMap((bundle) => bundleChanges(bundle, range));
  const starts = [...new Set([range.from, ...changes])].sort((a, b) => a - b);
  const numbering = createNumbering<string>();
  const states = starts.map((start) =>
    numbering.of(bundles.map((bundle) => situationAt(bundle, start)).join('|')),
  );
  let current = 0;
  const holds = (index: number, at: number): boolean =>
    at >= (starts[index] ?? Number.POSITIVE_INFINITY) && at < (starts[index + 1] ?? Number.POSITIVE_INFINITY);
  return (at) => {
    if (!holds(current, at)) current = lastNotAfter(starts, at);
    return states[current] ?? 0;
  };
}

/** Index of the last start that is not after a moment; 0 when all starts are after it. */
function lastNotAfter(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Number.POSITIVE_INFINITY) <= at) low = middle;
    else high = middle;
  }
  return low;
}
