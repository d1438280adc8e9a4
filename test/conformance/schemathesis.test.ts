import { join } from 'node:path';
import t from 'tap';
import { createSchool, type School } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { startManyAddresses } from './many-addresses.ts';
import { startSchemathesis } from './programs.ts';

/** Requests a minute: less than a key at its highest limit may make (5,000 for both halves), and less than a session may (1,200). */
const BY_KEY = 2_450;
const BY_SESSION = 1_100;
/** `Prefer: wait=30` may take this long (seconds). */
const LONGEST_ANSWER = 32;
/** Characters of a line that a failure keeps. */
const LONGEST_LINE = 400;
/** What only people who are signed in may call. */
const OF_SESSIONS = '^/v1/(keys|accounts?|audit|alerts/|dashboard-sessions|password-resets)';
/** The other operations in two halves, so that two processes have about the same to do. */
const HALVES = [
  '^/v1/(devices|commands|enrollment|campuses|webhooks|scopes|logs|activity|alerts$|alert-|events|evidence|reports)',
  '^/v1/(users|ous|policies|categories|overrides|access-requests|organization|search|attention|classroom|session)',
];

/** See hooks.py. */
const NOT_OURS = 'positive_data_acceptance';
/** A header that is given goes with every request, so that these cannot leave the cookie out; our own sweeps of every operation do. */
const NEED_A_COOKIE = ['ignored_auth', 'negative_data_rejection'];

t.test(
  'Schemathesis finds no answer that the document does not allow, and no failure',
  { timeout: 900_000 },
  async (t) => {
    const folder = testFolder(t);
    const school = await createSchool(
      folder,
      t.teardown.bind(t),
      // Each request says that it comes from an address of its own.
      { SCHOOLGATE_TRUST_PROXY: '127.0.0.1/32' },
      ['--demo', '--demo-devices', '20'],
    );
    const url = await startManyAddresses(t, school.httpPort);
    await until(async () => (await school.request('GET', '/v1/logs?limit=1')).body.total > 0, {
      what: 'a log entry of a simulated device',
      timeoutMs: 120_000,
    });
    const key = ['--header', `Authorization: Bearer ${school.key}`];
    // A server of its own: what a session deletes are keys, too.
    const other = await createSchool(join(folder, 'other'), t.teardown.bind(t), {
      SCHOOLGATE_TRUST_PROXY: '127.0.0.1/32',
    });
    const otherUrl = await startManyAddresses(t, other.httpPort);
    const session = await signIn(other);
    const calls = [
      ...HALVES.map((paths) => ({ paths, url, identity: key, perMinute: BY_KEY, without: [NOT_OURS] })),
      {
        paths: OF_SESSIONS,
        url: otherUrl,
        identity: session.flatMap((header) => ['--header', header]),
        perMinute: BY_SESSION,
        without: [NOT_OURS, ...NEED_A_COOKIE],
      },
    ];
    const runs = calls.map(({ paths, url: at, identity, perMinute, without }) =>
      startSchemathesis(
        [
          'run',
          `${at}/v1/openapi.json`,
          '--url',
          at,
          ...identity,
          '--include-path-regex',
          paths,
          '--phases',
          'examples,coverage,fuzzing,stateful',
          '--mode',
          'all',
          '--max-examples',
          '100',
          '--checks',
          'all',
          '--exclude-checks',
          without.join(','),
          '--max-response-time',
          String(LONGEST_ANSWER),
          // Its own is 10 s, shorter than what we allow: an answer to `wait=10` came in time or not, by chance.
          '--request-timeout',
          String(2 * LONGEST_ANSWER),
          '--rate-limit',
          `${perMinute}/m`,
          '--seed',
          '1',
          '--no-color',
        ],
        folder,
      ),
    ); // prettier-ignore
    for (const run of runs) t.teardown(() => run.end('SIGKILL'));
    for (const run of runs) {
      const { code } = await run.ended;
      // A made-up query can be 100 kB long, and is on one line.
      const said = run.lines.map((line) => line.slice(0, LONGEST_LINE));
      t.equal(code, 0, `${said.join('\n').slice(-30_000)}\n${run.stderr()}`);
      t.match(run.lines.join('\n'), /Test cases:\n *\d{3,} generated/, 'it asked a great deal');
    }
    t.comment(runs.map((run) => run.lines.slice(-12).join('\n')).join('\n'));
  },
);

/** Signs in by a link, as the owner does: the headers that carry the session. */
async function signIn(school: School): Promise<readonly string[]> {
  const link = await fetch(await school.signInLink(), { method: 'POST', redirect: 'manual' });
  const cookie = (link.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const answer = await fetch(`http://127.0.0.1:${school.httpPort}/v1/session`, { headers: { cookie } });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  return [`Cookie: ${cookie}`, `X-CSRF-Token: ${csrfToken}`];
}
