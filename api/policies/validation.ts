import { isAddress, normaliseHost } from '../../contracts/policy/host.ts';
import { isTimeZone } from '../../contracts/policy/local-time.ts';
import type { Rule } from '../../contracts/policy/model.ts';
import { calendarDay, clockMinutes } from '../../contracts/policy/schedule.ts';
import { compileUrlPattern, splitUrlPattern } from '../../contracts/policy/url-pattern.ts';
import type { PolicySchedule } from '../../store/ports/policies.ts';
import { isPublicSuffix } from '../input/public-suffix.ts';

/** One invalid member of a policy document. */
export interface FieldProblem {
  /** JSON pointer as a URI fragment (RFC 6901 section 6), `#/rules/0/match/domains/3`. */
  readonly pointer: string;
  readonly code:
    | 'too_many'
    | 'too_long'
    | 'invalid_host'
    | 'invalid_url'
    | 'public_suffix'
    | 'invalid_time_zone'
    | 'invalid_time'
    | 'invalid_date'
    | 'invalid_network'
    | 'conflict';
  readonly detail: string;
}

/** The checked part of a policy. The caller checks ids, names and targets. */
export interface PolicyDocument {
  readonly schedule: PolicySchedule | null;
  readonly rules: readonly Pick<Rule, 'effect' | 'match'>[];
}

/** More rules than a person can keep in mind. A device checks them for every request. */
const MAX_RULES = 500;
/** A longer list belongs into a category. */
const MAX_DOMAINS = 5_000;
const MAX_URLS = 1_000;
const MAX_APPS = 500;
const MAX_CATEGORIES = 100;
/** The length of the longest address that a record keeps. */
const MAX_URL_LENGTH = 2_048;
const MAX_APP_LENGTH = 120;
const MAX_WINDOWS = 50;
/** A year of holidays. */
const MAX_EXCEPT_DATES = 400;
/** Most problems in one answer. A person who sends a wrong list needs the first few. */
const MAX_PROBLEMS = 50;

/**
 * Checks a policy beyond its schema. The caller checks the categories, because it knows which exist.
 * @returns the first problems in the order of the document, at most 50; empty = it is good
 */
export function checkPolicy({ schedule, rules }: PolicyDocument): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (schedule !== null) problems.push(...checkSchedule(schedule));
  limit(problems, '#/rules', rules, MAX_RULES);
  for (const [index, rule] of rules.slice(0, MAX_RULES).entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    problems.push(...checkRule(rule, `#/rules/${index}/match`));
  }
  return problems.slice(0, MAX_PROBLEMS);
}

function limit(problems: FieldProblem[], pointer: string, list: readonly unknown[], most: number): void {
  if (list.length > most)
    problems.push({ pointer, code: 'too_many', detail: `At most ${most} are possible here.` });
}

function checkSchedule({ timezone, windows, exceptDates, during }: PolicySchedule): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (!isTimeZone(timezone))
    problems.push({
      pointer: '#/schedule/timezone',
      code: 'invalid_time_zone',
      detail: `There is no time zone “${shown(timezone)}”; write an IANA name such as Europe/Madrid.`,
    });
  if (during !== undefined && windows.length > 0)
    problems.push({
      pointer: '#/schedule/windows',
      code: 'conflict',
      detail: 'The windows are the school hours ("during"): leave them out.',
    });
  limit(problems, '#/schedule/windows', windows, MAX_WINDOWS);
  for (const [index, window] of windows.slice(0, MAX_WINDOWS).entries())
    for (const member of ['from', 'to'] as const)
      if (clockMinutes(window[member]) === null)
        problems.push({
          pointer: `#/schedule/windows/${index}/${member}`,
          code: 'invalid_time',
          detail: 'Write a time of day as HH:MM, 00:00 to 23:59.',
        });
  limit(problems, '#/schedule/exceptDates', exceptDates, MAX_EXCEPT_DATES);
  for (const [index, date] of exceptDates.slice(0, MAX_EXCEPT_DATES).entries())
    if (calendarDay(date) === null)
      problems.push({
        pointer: `#/schedule/exceptDates/${index}`,
        code: 'invalid_date',
        detail: `There is no date “${shown(date)}”; write YYYY-MM-DD.`,
      });
  return problems;
}

function checkRule({ effect, match }: PolicyDocument['rules'][number], at: string): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const check = (
    name: 'domains' | 'categories' | 'urls' | 'apps',
    most: number,
    problemOf: (text: string) => Omit<FieldProblem, 'pointer'> | null,
  ): void => {
    limit(problems, `${at}/${name}`, match[name], most);
    for (const [index, text] of match[name].slice(0, most).entries()) {
      if (problems.length >= MAX_PROBLEMS) return;
      const problem = problemOf(text);
      if (problem !== null) problems.push({ pointer: `${at}/${name}/${index}`, ...problem });
    }
  };
  check('domains', MAX_DOMAINS, (text) => domainProblem(text, effect));
  check('categories', MAX_CATEGORIES, () => null);
  check('urls', MAX_URLS, (text) => urlProblem(text, effect));
  check('apps', MAX_APPS, (text) => lengthProblem(text, MAX_APP_LENGTH));
  return problems;
}

type Problem = Omit<FieldProblem, 'pointer'> | null;

function domainProblem(text: string, effect: Rule['effect']): Problem {
  const host = normaliseHost(text);
  if (host !== null) return effect === 'block' ? suffixProblem(host) : null;
  const below = text.startsWith('*.') ? normaliseHost(text.slice(2)) : null;
  const hint =
    below === null
      ? 'Write a host without scheme, port and path.'
      : `Write ${below}: what is below it is included.`;
  return { code: 'invalid_host', detail: `“${shown(text)}” is not a host. ${hint}` };
}

function urlProblem(text: string, effect: Rule['effect']): Problem {
  const tooLong = lengthProblem(text, MAX_URL_LENGTH);
  if (tooLong !== null) return tooLong;
  const { host, path } = splitUrlPattern(text);
  const pattern = compileUrlPattern(text);
  if (pattern === null)
    return { code: 'invalid_url', detail: `“${shown(text)}” does not begin with a host; write host/path.` };
  if (/:\d{1,5}$/.test(host))
    return { code: 'invalid_url', detail: 'Leave the port out: a rule holds for all ports of a host.' };
  if (effect === 'allow' || path.length > 1) return null;
  if (pattern.anchor === null && /^[*.]*$/.test(host))
    return { code: 'public_suffix', detail: 'This would block everything; use defaultAction for that.' };
  // `*.co.uk` would block as much as `co.uk`.
  return pattern.anchor !== null && /^[*.]*$/.test(host.slice(0, -pattern.anchor.length))
    ? suffixProblem(pattern.anchor)
    : null;
}

function lengthProblem(text: string, most: number): Problem {
  return text.length > most ? { code: 'too_long', detail: `At most ${most} characters.` } : null;
}

function suffixProblem(host: string): Problem {
  if (isAddress(host) || !isPublicSuffix(host)) return null;
  return {
    code: 'public_suffix',
    detail: `“${host}” is a suffix under which anybody may have a name: a block would hit all of them.`,
  };
}

/** A text of the caller, shortened for a message. */
function shown(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
