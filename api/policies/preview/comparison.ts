import { compileBundle } from '../../../contracts/policy/compile.ts';
import { decideFast } from '../../../contracts/policy/decide.ts';
import type { CompiledBundle } from '../../../contracts/policy/match.ts';
import type { Action, Bundle, DecisionContext, DecisionRequest } from '../../../contracts/policy/model.ts';
import { standingOf } from '../../../contracts/policy/standing.ts';
import type { RecordScan, RecordScanQuery, ScannedRecord } from '../../../store/ports/record-scan.ts';
import { textKey } from '../../../store/rules/text-key.ts';
import { createNumbering, createSmallNumbers, pairOf } from './numbering.ts';
import { createTimeStates } from './time-states.ts';

/** What is compared, plain data: it goes to the thread that works. */
export interface ComparisonTask {
  readonly query: RecordScanQuery;
  readonly before: Bundle;
  readonly after: Bundle;
}

/** Visits whose verdict changes. */
export interface Change {
  /** Requests, counted as often as they were made. */
  readonly visits: number;
  /** Different people; requests with nobody signed in count for none. */
  readonly users: number;
  /** At most ten, most visits first, then by name. */
  readonly topDomains: readonly { readonly domain: string; readonly count: number }[];
}

export interface Comparison {
  /** Requests that were evaluated, counted as often as they were made. */
  readonly evaluated: number;
  readonly newlyAllowed: Change;
  readonly newlyBlocked: Change;
}

const TOP_DOMAINS = 10;
/** Verdicts that are kept (some 50 bytes each). Beyond, they are forgotten and found again. */
const MAX_KEPT_VERDICTS = 2_000_000;

/**
 * Decides every record of a scan with both bundles and counts where they differ. Records that `decide` cannot tell apart are decided once: what
 * counts is the standing of who asks, what was asked for, the campus, and the situation at that moment. People stand where the roster has them today,
 * others in the unit of their device.
 * @throws RangeError as `compileBundle`
 */
export function compareBundles(scan: RecordScan, { query, before, after }: ComparisonTask): Comparison {
  const bundles = { before: compileBundle(before), after: compileBundle(after) };
  const stateAt = createTimeStates([bundles.before, bundles.after], query);
  const askers = createAskers(scan, query.organisationId, bundles);
  const requestNumber = createRequestNumbers();
  const settings = createNumbering<number>();
  const newlyAllowed = createTally();
  const newlyBlocked = createTally();
  let verdicts = new Map<number, Outcome>();
  let evaluated = 0;

  const evaluate = (record: ScannedRecord): void => {
    const [at, user, , , domain, , , campus, count] = record;
    const asker = askers.of(record);
    const setting = settings.of(pairOf(asker.standing, stateAt(at) * scan.campuses.length + campus));
    const key = pairOf(setting, requestNumber(record));
    let outcome = verdicts.get(key);
    if (outcome === undefined) {
      if (verdicts.size >= MAX_KEPT_VERDICTS) verdicts = new Map();
      outcome = outcomeOf(bundles, requestOf(scan, record), contextOf(scan, record, asker));
      verdicts.set(key, outcome);
    }
    evaluated += count;
    if (outcome === 'same') return;
    const tally = outcome === 'allow' ? newlyAllowed : newlyBlocked;
    tally.add(domain, user === null ? null : asker.user, count);
  };
  for (const portion of scan.records(query)) for (const record of portion) evaluate(record);
  return {
    evaluated,
    newlyAllowed: newlyAllowed.sum(scan),
    newlyBlocked: newlyBlocked.sum(scan),
  };
}

/** What a request gets anew, or that it stays as it was. */
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
  /** Number of all that stand alike. */
  readonly standing: number;
}

/** Who asked, by device, person and unit; each is looked up once. */
function createAskers(
  scan: RecordScan,
  organisationId: number,
  { before, after }: Bundles,
): { of(record: ScannedRecord): Asker } {
  const homes = scan.homes(organisationId);
  const small = createSmallNumbers();
  const places = createNumbering<number>();
  const askers = new Map<number, Asker>();
  const standings = createNumbering<string>();
  const make = ([, userText, device, ou]: ScannedRecord): Asker => {
    const user = userText === null ? null : textKey(scan.text(userText));
    const asker = {
      deviceId: scan.text(device),
      user,
      ouPath: (user === null ? undefined : homes.get(user)) ?? scan.text(ou),
    };
    return {
      ...asker,
      standing: standings.of(`${standingOf(asker, before)}|${standingOf(asker, after)}`),
    };
  };
  return {
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

/** Numbers what was asked for. */
function createRequestNumbers(): (record: ScannedRecord) => number {
  const small = createSmallNumbers();
  const names = createNumbering<number>();
  const urls = createNumbering<string>();
  const withUrl = createNumbering<number>();
  return ([, , , , domain, url, category]) => {
    const name = names.of(pairOf(small(domain), small(category)));
    // Even and odd: most have no address, and are spared the second look.
    return url === null ? name * 2 : withUrl.of(pairOf(name, urls.of(url))) * 2 + 1;
  };
}

interface Tally {
  add(domain: number | null, user: string | null, count: number): void;
  sum(scan: RecordScan): Change;
}

function createTally(): Tally {
  const users = new Set<string>();
  const domains = new Map<number, number>();
  let visits = 0;
  return {
    add(domain, user, count) {
      visits += count;
      if (user !== null) users.add(user);
      if (domain !== null) domains.set(domain, (domains.get(domain) ?? 0) + count);
    },
    sum: (scan) => ({
      visits,
      users: users.size,
      topDomains: [...domains]
        .map(([domain, count]) => ({ domain: scan.text(domain), count }))
        .sort((a, b) => b.count - a.count || (a.domain < b.domain ? -1 : 1))
        .slice(0, TOP_DOMAINS),
    }),
  };
}
