import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { hasFields } from '../support/has-fields.ts';
import { type PythonRun, runPython } from '../support/python-program.ts';
import { createSdkSchool } from '../support/sdk-school.ts';
import { testFolder } from '../support/test-folder.ts';

interface PythonTest {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly skipped: string | null;
}

t.test('the tests of the client for Python', async (t) => {
  const { code, lines, stderr } = await runPython(['-m', 'tests.report']);
  const tests = lines.map((line): PythonTest => JSON.parse(line));
  for (const { name, ok, detail, skipped } of tests)
    t.ok(ok, name, { said: detail, ...(skipped === null ? {} : { skip: skipped }) });
  t.ok(tests.length > 300, 'the cases are among them');
  t.equal(code, 0, 'the tests came to their end', { said: stderr });
});

t.test('the client for Python against a real server and a real laptop', async (t) => {
  const { env, school } = await createSdkSchool(t);

  t.test('the smoke program', async (t) => {
    const told = JSON.parse(lastLine(t, await runPython(['sdk/python/smoke/smoke.py'], env)));
    hasFields(t, told, { lock: 'succeeded', unlock: 'succeeded', event: 'webhook.test' });
    t.match(told.override, /^ovr_/);
    t.ok(told.devices > 1, 'it found the devices');
    t.ok(told.logs > 2, 'it went over several pages of records');
  });

  const example = (name: string, ...args: string[]) =>
    runPython([`sdk/python/examples/${name}.py`, ...args], env);

  t.test('roster_sync: twice the same roster changes nothing', async (t) => {
    const { body } = await school.request('GET', '/v1/ous?limit=1');
    const file = join(testFolder(t), 'roster.csv');
    const rows = [
      'externalId,email,name,grade,ou',
      `SIS-1,ana.new@x.example,Ana Ñandú,9,${body.data[0].path}`,
      `SIS-2,ben.new@x.example,Ben,,${body.data[0].path}`,
      'SIS-3,not an address,Cem,9,',
    ];
    writeFileSync(file, `${rows.join('\r\n')}\r\n`);
    const first = await example('roster_sync', file);
    t.equal(lastLine(t, first), 'created 2, changed 0, unchanged 0, refused 1');
    t.match(first.stderr, /^line 4: /m, 'the refusal names the line');
    t.equal(lastLine(t, await example('roster_sync', file)), 'created 0, changed 0, unchanged 2, refused 1');
  });

  t.test('helpdesk_unblock: opens a site', async (t) => {
    const { body } = await school.request('GET', '/v1/users?role=student&limit=1');
    const run = await example('helpdesk_unblock', body.data[0].email, 'wiki.example', '30', '4711');
    t.match(lastLine(t, run), /^ovr_\w+ is open until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  });

  t.test('policy_schedule: switches a policy, and minds one that is switched', async (t) => {
    const { body } = await school.request('GET', '/v1/policies?enabled=true&limit=1');
    const [{ id, name }] = body.data;
    t.equal(lastLine(t, await example('policy_schedule', name, 'off')), `${name} is off`);
    t.equal(lastLine(t, await example('policy_schedule', name, 'off')), `${name} was off already`);
    t.equal((await school.request('GET', `/v1/policies/${id}`)).body.enabled, false);
  });

  t.test('weekly_report: prints the week', async (t) => {
    const run = await example('weekly_report');
    t.match(run.lines[0], /^Week \d{4}-W\d\d: \d+ requests, \d+ blocked$/, { said: run.stderr });
    t.match(run.lines.at(-1), /^Alerts: critical \d+, high \d+, medium \d+, low \d+, info \d+$/);
  });
});

/** Of a program that has done its work. */
function lastLine(t: Test, { code, lines, stderr }: PythonRun): string {
  t.equal(code, 0, 'it ended well', { said: stderr });
  return lines.at(-1) ?? '';
}
