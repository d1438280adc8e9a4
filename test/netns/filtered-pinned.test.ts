import t from 'tap';
import { hasText } from '../support/has-fields.ts';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, PLACES, type SchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const NEWS = 'news.example';
const CURL = ['curl', '-sS', '-k', '-4', '--max-time', '6'] as const;
/** Of the documentation's addresses: no name leads there, and nothing answers. */
const NOWHERE = '203.0.113.9';

const obstacle = labObstacle();
const skip = obstacle !== null && !labRequired() ? obstacle : false;

/** Kinds of attempts in the activity log. */
async function attempted(lab: SchoolLab, kind: string): Promise<boolean> {
  const { body } = await lab.api('GET', '/v1/logs?limit=200');
  return (body.data as readonly { bypass?: string }[]).some(({ bypass }) => bypass === kind);
}

t.test('only addresses that the resolver gave out', { skip }, async (t) => {
  const lab = await buildSchoolLab(testFolder(t));
  t.teardown(() => lab.down());
  const policy = {
    name: 'The lab',
    target: { everyone: true },
    settings: { pinnedEgress: true },
  };
  t.equal((await lab.api('POST', '/v1/policies', policy)).status, 201);
  await lab.enforcing();
  const table = async (): Promise<string> =>
    (await lab.root('nft', 'list', 'table', 'inet', 'schoolgate')).stdout;
  await until(async () => (await table()).includes('set given4'), {
    what: 'the table with the pins',
    timeoutMs: 20_000,
  });

  await t.test('an address is shut until a name led to it', async (t) => {
    // In the laboratory all names lead there, also those that the self-check has asked for.
    await lab.root('nft', 'delete', 'element', 'inet', 'schoolgate', 'given4', `{ ${PLACES.site} }`);
    t.not((await lab.student(...CURL, `http://${PLACES.site}/`)).code, 0, 'as if nobody had asked yet');
    await until(async () => (await lab.student(...CURL, `http://${NEWS}/`)).code === 0, {
      what: 'the answer to open its address',
      timeoutMs: 20_000,
    });
    t.equal((await lab.student(...CURL, `http://${PLACES.site}/`)).code, 0, 'now it was given out');
    t.equal((await lab.student(...CURL, `https://${NEWS}/`)).code, 0, 'https goes through the relay');
    t.not((await lab.student(...CURL, `http://${NOWHERE}/`)).code, 0);
    const local = await lab.student(...CURL, `https://${PLACES.server}:8443/`);
    t.equal(local.code, 0, `the local network is open: ${local.stderr}`);
  });

  await t.test('the refused are recorded', async (t) => {
    await until(() => attempted(lab, 'unnamed_host'), { what: 'the attempt', timeoutMs: 90_000 });
    t.pass();
  });

  await t.test('what was given out outlasts another load of the table', async (t) => {
    await lab.root('nft', 'add', 'rule', 'inet', 'schoolgate', 'refuse_open', 'counter', 'comment', 'theirs');
    hasText(t, await table(), 'theirs');
    await until(async () => !(await table()).includes('theirs'), {
      what: 'the table to be put right',
      timeoutMs: 90_000,
    });
    t.match(await table(), new RegExp(`set given4 \\{[^}]*${PLACES.site.replaceAll('.', '\\.')}`));
    t.equal((await lab.student(...CURL, `http://${PLACES.site}/`)).code, 0);
  });

  await t.test('a false address of an allowed name leads to the true one, and is recorded', async (t) => {
    const falsely = await lab.student(...CURL, '--resolve', `${NEWS}:443:${NOWHERE}`, `https://${NEWS}/`);
    t.equal(falsely.code, 0, falsely.stderr);
    await until(
      async () => {
        await lab.student(...CURL, '--resolve', `${NEWS}:443:${NOWHERE}`, `https://${NEWS}/`);
        return await attempted(lab, 'false_address');
      },
      { what: 'the attempt', timeoutMs: 90_000 },
    );
    t.pass();
  });
});
