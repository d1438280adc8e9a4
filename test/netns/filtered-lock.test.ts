import { rm } from 'node:fs/promises';
import t from 'tap';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, PLACES, type SchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const GAME = 'play.example';
const NEWS = 'news.example';
const CRISIS = '988lifeline.org';
const CURL = ['curl', '-sS', '-k', '--max-time', '6'] as const;
/** What curl says when it ended by its own `--max-time`. */
const CURL_TIMED_OUT = 28;

const obstacle = labObstacle();
const skip = obstacle !== null && !labRequired() ? obstacle : false;

const worksFor = async (lab: SchoolLab, name: string): Promise<boolean> =>
  (await lab.student(...CURL, `https://${name}/`)).code === 0;

t.test('lock, kill and restore of a filtered laptop', { skip }, async (t) => {
  const lab = await buildSchoolLab(testFolder(t));
  t.teardown(() => lab.down());
  const policy = {
    name: 'The lab',
    target: { everyone: true },
    rules: [{ effect: 'block', match: { domains: [GAME] } }],
  };
  t.equal((await lab.api('POST', '/v1/policies', policy)).status, 201);
  await lab.enforcing();
  t.ok(await worksFor(lab, NEWS));
  t.notOk(await worksFor(lab, GAME));

  await t.test('a lock cuts a running download, and refuses everything to the student', async (t) => {
    const download = lab.startAsStudent(
      'curl',
      '-sSk',
      '-o',
      '/dev/null',
      '--max-time',
      '60',
      `https://${NEWS}/endless`,
    );
    await until(() => lab.arrivals().some(({ path }) => path === '/endless'), {
      what: 'the download to run',
    });
    const lockedAt = Date.now();
    const locking = lab.api('POST', `/v1/devices/${lab.deviceId}/lock`, { message: 'See the office' });
    const cut = await download.ended;
    const cutAfterMs = Date.now() - lockedAt;
    t.comment(`the download was cut ${cutAfterMs} ms after the call of the API began`);
    t.notOk(
      [0, CURL_TIMED_OUT].includes(cut.code ?? 0),
      `it was cut, and did not end by itself (${cut.code})`,
    );
    t.equal((await locking).body.status, 'succeeded');
    t.notOk(await worksFor(lab, NEWS), 'sites are refused');
    t.equal(
      (await lab.student('dig', '+short', '+tries=1', '+time=2', NEWS)).stdout.includes(PLACES.site),
      false,
      'and look-ups are no tunnel',
    );
    const unlock = await lab.api('POST', `/v1/devices/${lab.deviceId}/command`, { type: 'unlock' });
    t.equal(unlock.body.status, 'succeeded', JSON.stringify(unlock.body));
    await until(() => worksFor(lab, NEWS), { what: 'the site to answer again' });
  });

  await t.test('a lock that leaves crisis help open opens it by name, and nothing else', async (t) => {
    const kind = {
      name: 'Help in a lock',
      target: { everyone: true },
      settings: { lockAllowCrisisHelp: true },
    };
    const made = await lab.api('POST', '/v1/policies', kind);
    t.equal(made.status, 201, JSON.stringify(made.body));
    await lab.enforcing();
    t.equal((await lab.api('POST', `/v1/devices/${lab.deviceId}/lock`, {})).body.status, 'succeeded');
    const helped = await lab.student(...CURL, `https://${CRISIS}/`);
    t.equal(helped.code, 0, helped.stderr);
    t.notOk(await worksFor(lab, NEWS), 'no other site');
    t.not((await lab.student(...CURL, `http://${PLACES.site}/`)).code, 0, 'nor the same address otherwise');
    t.not(
      (await lab.student(...CURL, '--resolve', `${NEWS}:443:${PLACES.site}`, `https://${NEWS}/`)).code,
      0,
      'nor by another name',
    );
    t.equal((await lab.api('PATCH', `/v1/policies/${made.body.id}`, { enabled: false })).status, 200);
    await until(async () => !(await worksFor(lab, CRISIS)), {
      what: 'the lock to follow the settings',
    });
    const unlock = await lab.api('POST', `/v1/devices/${lab.deviceId}/command`, { type: 'unlock' });
    t.equal(unlock.body.status, 'succeeded', JSON.stringify(unlock.body));
    await until(() => worksFor(lab, NEWS), { what: 'the site to answer again' });
  });

  await t.test('a killed agent leaves the laptop filtered', async (t) => {
    await lab.agent().end('SIGKILL');
    t.notOk(await worksFor(lab, GAME), 'the game is as shut as before');
    const asked = await lab.student('dig', '+short', '+tries=1', '+time=2', `@${PLACES.foreign}`, GAME);
    t.notOk(asked.stdout.includes(PLACES.site), 'by another resolver too');
    lab.startAgent();
    await until(() => worksFor(lab, NEWS), {
      what: 'the restarted agent to let allowed sites through',
    });
    t.notOk(await worksFor(lab, GAME));
  });

  await t.test(
    'restore leaves it exactly as before, twice, with no server and no configuration',
    async (t) => {
      t.not(await lab.snapshot(), lab.untouched, 'the agent has changed something');
      await lab.agent().end('SIGKILL');
      await lab.server.end('SIGKILL');
      const asked = [...lab.agentProgram, 'restore', '--force', '--state-dir', lab.stateDir];
      t.match((await lab.root(...asked)).stderr, /needs the removal code/);
      t.not(
        (await lab.student(...CURL, `http://${GAME}/`)).code,
        0,
        'without a right to it nothing is freed',
      );
      const restore = [...asked, '--without-code'];
      const first = await lab.root(...restore);
      t.equal(first.code, 0, first.stderr);
      t.equal(await lab.snapshot(), lab.untouched, 'byte by byte');
      await rm(lab.stateDir, { recursive: true, force: true });
      const second = await lab.root(...restore);
      t.equal(second.code, 0, second.stderr);
      t.equal(await lab.snapshot(), lab.untouched);
      t.ok((await lab.student(...CURL, `http://${GAME}/`)).code === 0, 'nothing filters any more');
    },
  );
});
