import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { keepRemovalOrder } from '../../agent/enrollment/removal-order.ts';
import { loadIdentity } from '../../agent/state/identity.ts';
import { prepareStateFolder, stateFolderAt } from '../../agent/state/state-folder.ts';
import { ROOT, runNode } from '../support/child-process.ts';
import { hasFields } from '../support/has-fields.ts';
import { createSchool, type School } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const AGENT = join(ROOT, 'agent/bin/schoolgate-agent.cjs');

/** Runs `schoolgate-agent …` to its end; nobody answers questions there. */
const agent = (command: string, stateDir: string, args: readonly string[] = [], code?: string) =>
  runNode(
    [AGENT, command, '--state-dir', stateDir, ...args],
    code === undefined ? {} : { SCHOOLGATE_REMOVAL_CODE: code },
  );

/** Enrolls this computer, and lets it run until it has its target state. @returns the device's id; the agent has stopped */
async function enrolledOnce(school: School, stateDir: string): Promise<string> {
  const { deviceId } = await school.enroll(stateDir);
  const running = school.runAgent(stateDir);
  await until(
    () => {
      const { status } = stateFolderAt(stateDir);
      return existsSync(status) && JSON.parse(readFileSync(status, 'utf8')).targetVersion > 0;
    },
    { what: `the target state to arrive; it said: ${running.stderr().slice(-2_000)}`, timeoutMs: 60_000 },
  );
  await running.end('SIGTERM');
  return deviceId;
}

const isEnrolled = (stateDir: string): boolean => existsSync(stateFolderAt(stateDir).identity);

t.test('whoever removes Schoolgate from a laptop has its code, or the server’s word', async (t) => {
  const folder = testFolder(t);
  const school = await createSchool(folder, t.teardown.bind(t));
  const stateDir = join(folder, 'agent');
  const note = `${stateDir}-removal.json`;
  const removals = async () =>
    (await school.request('GET', '/v1/alerts?type=bypass_attempt')).body.data as readonly {
      readonly details: { readonly what: string };
      readonly deviceId: string;
    }[];

  await t.test('the code frees it, another does not, and five wrong ones make it wait', async (t) => {
    const deviceId = await enrolledOnce(school, stateDir);
    const shown = await school.command('devices', 'removal-code', deviceId);
    const { code } = JSON.parse(shown.stdout) as { readonly code: string };
    t.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const looked = await school.request('GET', `/v1/devices/${deviceId}/removal-code`);
    t.strictSame(looked.body, { deviceId, code }, 'the same by the API');

    for (const command of ['unenroll', 'may-remove']) {
      const without = await agent(command, stateDir);
      t.equal(without.code, 1, command);
      t.match(without.stderr, new RegExp(`needs the removal code.*removal-code ${deviceId}`), command);
    }
    const wrong = await agent('may-remove', stateDir, [], 'AAAAA-AAAAA');
    t.equal(wrong.code, 1);
    t.match(wrong.stderr, /this is not the removal code/);
    const right = await agent('may-remove', stateDir, [], code);
    t.strictSame(right, { code: 0, stdout: '', stderr: '' }, 'a package may go now');
    for (let tries = 0; tries < 5; tries++) await agent('unenroll', stateDir, ['--code', 'AAAAA-AAAAA']);
    const late = await agent('unenroll', stateDir, [], code);
    t.equal(late.code, 1);
    t.match(late.stderr, /too many wrong removal codes: try again in \d+ minutes/);
    t.ok(isEnrolled(stateDir), 'nothing of it has removed anything');

    // As ten minutes later.
    const { removalTries } = stateFolderAt(stateDir);
    hasFields(t, JSON.parse(readFileSync(removalTries, 'utf8')), { failed: 5 });
    rmSync(removalTries);
    const typed = code.toLowerCase().replace('-', ' ');
    const freed = await agent('unenroll', stateDir, ['--json'], typed);
    t.equal(freed.code, 0, freed.stderr);
    t.notOk(isEnrolled(stateDir));
    t.notOk(existsSync(note), 'whoever has the code has nothing to hide');
    t.equal(
      (await agent('may-remove', stateDir)).code,
      0,
      'of a computer without a school the package may go',
    );
    t.strictSame(await removals(), []);
    t.equal((await school.request('DELETE', `/v1/devices/${deviceId}`)).status, 204);
  });

  await t.test('the server’s word ends the enrollment on both sides', async (t) => {
    const { deviceId } = await school.enroll(stateDir);
    const running = school.runAgent(stateDir);
    const sent = await school.request(
      'POST',
      `/v1/devices/${deviceId}/command`,
      { type: 'unenroll' },
      { prefer: 'wait=30' },
    );
    hasFields(t, sent.body, { status: 'succeeded' });
    t.equal((await running.ended).code, 0, running.stderr());
    t.notOk(isEnrolled(stateDir));
    t.equal((await school.request('GET', `/v1/devices/${deviceId}`)).status, 404);
    const gone = await school.command('devices', 'removal-code', deviceId);
    t.equal(gone.code, 1, 'and there is no code any more');
  });

  await t.test('broken off after the order, it frees the laptop and reports when it can', async (t) => {
    const { deviceId } = await school.enroll(stateDir);
    const sent = await school.request('POST', `/v1/devices/${deviceId}/command`, { type: 'unenroll' });
    await school.kill();
    const place = stateFolderAt(stateDir);
    const identity = await loadIdentity(place);
    if (identity === null) throw new Error('it is not enrolled');
    await keepRemovalOrder(place, identity, sent.body.id);
    const offline = school.runAgent(stateDir);
    await until(() => offline.stderr().includes('the computer is given back'), {
      what: `the computer to be free; it said: ${offline.stderr().slice(-2_000)}`,
      timeoutMs: 60_000,
    });
    t.equal((await agent('may-remove', stateDir)).code, 0, 'by the server’s word, without a code');
    await offline.end('SIGKILL');
    t.ok(isEnrolled(stateDir), 'the key is needed to report');

    await school.start();
    const running = school.runAgent(stateDir);
    t.equal((await running.ended).code, 0, running.stderr());
    t.notOk(isEnrolled(stateDir));
    t.equal((await school.request('GET', `/v1/devices/${deviceId}`)).status, 404);
    hasFields(t, (await school.request('GET', `/v1/commands/${sent.body.id}`)).body, { status: 'succeeded' });
  });

  await t.test('without the code it goes too, and the school hears of it when it is met again', async (t) => {
    const deviceId = await enrolledOnce(school, stateDir);
    await school.kill();
    const forced = await agent('unenroll', stateDir, ['--without-code']);
    t.equal(forced.code, 0, forced.stderr);
    t.match(forced.stdout, /The school cannot be reached/);
    t.notOk(isEnrolled(stateDir));
    t.equal(statSync(note).mode & 0o777, 0o600);

    await school.start();
    await t.rejects(school.enroll(stateDir), /administrator/, 'without its old key somebody has to agree');
    hasFields(t, await removals(), [{ deviceId, details: { what: 'removal_forced' } }]);
    t.notOk(existsSync(note), 'told once');
  });

  await t.test(
    'a damaged enrollment can be left without the code only, and says that nobody is told',
    async (t) => {
      const { identity } = await prepareStateFolder(stateDir);
      writeFileSync(identity, '{');
      const asked = await agent('unenroll', stateDir);
      t.equal(asked.code, 1);
      t.match(asked.stderr, /is damaged: enroll the device again \(schoolgate-agent unenroll --without-code/);
      const forced = await agent('unenroll', stateDir, ['--without-code']);
      t.equal(forced.code, 0, forced.stderr);
      t.match(forced.stdout, /the school cannot be told/);
      t.notOk(isEnrolled(stateDir));
    },
  );
});
