import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { readArchive } from '../support/read-archive.ts';
import { buildSchoolLab, PLACES } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';

const GAME = 'play.example';
const NEWS = 'news.example';
/** Of what the policy blocks: the self-check itself names the policy's names. */
const PLAYED = `quiz.${GAME}`;

const obstacle = labObstacle();
const skip = obstacle !== null && !labRequired() ? obstacle : false;

t.test(
  'the server’s word takes filter and lock off a laptop, whole, and the enrollment',
  { skip },
  async (t) => {
    const lab = await buildSchoolLab(testFolder(t));
    t.teardown(() => lab.down());
    const policy = {
      name: 'The lab',
      target: { everyone: true },
      rules: [{ effect: 'block', match: { domains: [GAME] } }],
    };
    t.equal((await lab.api('POST', '/v1/policies', policy)).status, 201);
    await lab.enforcing();

    await t.test('what a helpdesk gets, and the log, name nothing that the student opened', async (t) => {
      const opened = await lab.student('curl', '-sSk', '--max-time', '6', `https://${NEWS}/`);
      t.equal(opened.code, 0, opened.stderr);
      t.not((await lab.student('curl', '-sSk', '--max-time', '6', `https://${PLAYED}/`)).code, 0);
      await lab.student('dig', '+short', '+tries=1', '+time=2', `@${PLACES.foreign}`, PLAYED);
      const out = join(lab.stateDir, '..', 'diagnostics.tar.gz');
      const made = await lab.root(
        ...[...lab.agentProgram, 'diagnostics', '--state-dir', lab.stateDir, '--out', out],
      );
      t.equal(made.code, 0, made.stderr);
      const files = await readArchive(out);
      t.match(files.get('nft.txt')?.toString(), /table inet schoolgate/, 'the rules are there');
      t.match(files.get('status.json')?.toString(), /"enforcing"/);
      files.set('log', Buffer.from(lab.agent().stderr()));
      for (const [name, bytes] of files)
        for (const visited of [NEWS, PLAYED, PLACES.site, PLACES.foreign])
          t.notOk(bytes.includes(visited), `${visited} in ${name}`);
    });

    t.equal((await lab.api('POST', `/v1/devices/${lab.deviceId}/lock`, {})).body.status, 'succeeded');
    t.not(await lab.snapshot(), lab.untouched, 'the agent has changed something');
    const sent = await lab.api('POST', `/v1/devices/${lab.deviceId}/command`, { type: 'unenroll' });
    t.equal(sent.body.status, 'succeeded', JSON.stringify(sent.body));
    t.equal((await lab.agent().ended).code, 0, lab.agent().stderr().slice(-2_000));
    t.equal(await lab.snapshot(), lab.untouched, 'byte by byte');
    t.notOk(existsSync(join(lab.stateDir, 'identity.json')));
    for (const boot of ['lock.nft', 'filter.nft'])
      t.notOk(existsSync(join(lab.stateDir, boot)), `${boot} of the next boot`);
    t.equal((await lab.api('GET', `/v1/devices/${lab.deviceId}`)).status, 404);
  },
);
