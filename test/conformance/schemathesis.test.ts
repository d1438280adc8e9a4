import t from 'tap';
import { createSchool } from '../support/school.ts';
import { until } from '../support/until.ts';
import { startManyAddresses } from './many-addresses.ts';
import { startSchemathesis } from './programs.ts';

/** Schemathesis asks less than a key at its highest limit may. */
const REQUESTS_PER_MINUTE = 4_900;
/** `Prefer: wait=30` may take this long (seconds). */
const LONGEST_ANSWER = 32;
/** Half of the operations each, so that two processes have about the same to do. */
const HALVES = [
  '^/v1/(devices|commands|enrollment|campuses|webhooks|scopes|audit)',
  '^/v1/(?!devices|commands|enrollment|campuses|webhooks|scopes|audit)',
];

t.test(
  'Schemathesis finds no answer that the document does not allow, and no failure',
  { timeout: 900_000 },
  async (t) => {
    const folder = t.testdir({});
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
    const runs = HALVES.map((paths) =>
      startSchemathesis(
        [
          'run',
          `${url}/v1/openapi.json`,
          '--url',
          url,
          '--header',
          `Authorization: Bearer ${school.key}`,
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
          'positive_data_acceptance',
          '--max-response-time',
          String(LONGEST_ANSWER),
          '--rate-limit',
          `${REQUESTS_PER_MINUTE / HALVES.length}/m`,
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
      t.equal(code, 0, `${run.lines.join('\n').slice(-30_000)}\n${run.stderr()}`);
      t.match(run.lines.join('\n'), /Test cases:\n *\d{3,} generated/, 'it asked a great deal');
    }
    t.comment(runs.map((run) => run.lines.slice(-12).join('\n')).join('\n'));
  },
);
