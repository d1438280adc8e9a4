import t from 'tap';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, type SchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const NEWS = 'news.example';
const CURL = ['curl', '-sS', '-k', '--max-time', '6'] as const;
const PROXY = ['-x', 'http://127.0.0.1:8123'] as const;

/** A program of another name that asks for the same page. */
const NODE = [
  ...['env', '-i', process.execPath, '-e'],
  `require('https').get('https://${NEWS}/by-node', { rejectUnauthorized: false, family: 4 }, (answer) => {
     answer.resume();
     answer.on('end', () => process.exit(0));
   }).on('error', (error) => { console.error(error.message); process.exit(3); });
   setTimeout(() => process.exit(4), 6_000);`,
];

/** A curl whose socket comes after 5,000 open files. */
const MANY_FILES = `ulimit -n 8192 || exit 9
for fd in {3..5000}; do eval "exec $fd</dev/null"; done
exec curl ${CURL.slice(1).join(' ')} "$1"`;

const obstacle = labObstacle();
const skip = obstacle !== null && !labRequired() ? obstacle : false;

const refused = async (lab: SchoolLab, ...args: readonly string[]): Promise<boolean> =>
  (await lab.student(...CURL, ...args)).code !== 0;

t.test('a rule for a program stops that program, whatever it asks for, and no other', { skip }, async (t) => {
  const lab = await buildSchoolLab(testFolder(t));
  t.teardown(() => lab.down());
  const policy = {
    name: 'The lab',
    target: { everyone: true },
    settings: { activityLevel: 'domain' },
    rules: [{ effect: 'block', match: { apps: ['curl'] } }],
  };
  const before = await lab.student(...CURL, `https://${NEWS}/before`);
  t.equal(before.code, 0, `before the policy it works: ${before.stderr}`);
  t.equal((await lab.api('POST', '/v1/policies', policy)).status, 201);
  await lab.enforcing();

  const curl = await lab.student(...CURL, `https://${NEWS}/by-curl`);
  t.equal(curl.code, 35, `a TLS alert of the relay: ${curl.stderr}`);
  const node = await lab.student(...NODE);
  t.equal(node.code, 0, `another program gets the page: ${node.stderr}`);
  t.ok(await refused(lab, ...PROXY, `https://${NEWS}/by-proxy`), 'the proxy refuses it too');
  const hidden = await lab.student(
    'env',
    '-i',
    'bash',
    '-c',
    MANY_FILES,
    'curl',
    `https://${NEWS}/by-hidden`,
  );
  t.equal(hidden.code, 35, `its socket behind thousands of files is found too: ${hidden.stderr}`);
  t.ok(
    lab.arrivals().some(({ path }) => path === '/by-node'),
    'the page was asked for by the other program',
  );

  const entryOf = async () => {
    const { body } = await lab.api('GET', `/v1/logs?deviceId=${lab.deviceId}&limit=1000`);
    const entries = body.data as readonly Readonly<Record<string, unknown>>[];
    return entries.find(({ action, domain, app }) => action === 'block' && domain === NEWS && app === 'curl');
  };
  const entry = await until(entryOf, { what: 'the log entry with the program', timeoutMs: 90_000 });
  t.equal(entry.reason, 'block');
});
