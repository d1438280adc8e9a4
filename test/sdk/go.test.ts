import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type GoRun, runBuilt, runGo } from '../support/go-program.ts';
import { hasFields } from '../support/has-fields.ts';
import { createSdkSchool } from '../support/sdk-school.ts';
import { testFolder } from '../support/test-folder.ts';

interface GoEvent {
  readonly Action: string;
  readonly Test?: string;
  readonly Output?: string;
}

t.test('the tests of the client for Go', async (t) => {
  const { code, lines, stderr } = await runGo(['test', '-json', './...']);
  const events = lines.filter((line) => line.startsWith('{')).map((line): GoEvent => JSON.parse(line));
  const said = (test: string) =>
    events
      .filter((event) => event.Test === test)
      .map(({ Output = '' }) => Output)
      .join('');
  const ended = events.flatMap(({ Action, Test = '' }) =>
    Test !== '' && (Action === 'pass' || Action === 'fail') ? [{ name: Test, ok: Action === 'pass' }] : [],
  );
  for (const { name, ok } of ended) t.ok(ok, name, ok ? {} : { said: said(name) });
  t.ok(ended.length > 200, 'the cases are among them');
  t.equal(code, 0, 'the tests came to their end', { said: stderr });
  const vetted = await runGo(['vet', './...']);
  t.equal(vetted.code, 0, 'vet finds nothing', { said: vetted.stderr });
});

t.test('the client for Go against a real server and a real laptop', async (t) => {
  const folder = testFolder(t);
  const { env, school } = await createSdkSchool(t, join(folder, 'school'));
  const built = await runGo(['build', '-o', `${folder}/`, './examples/...', './internal/smoke']);
  t.equal(built.code, 0, 'smoke program and examples are built', { said: built.stderr });
  const run = (name: string, ...args: string[]) => runBuilt(join(folder, name), args, env);

  t.test('the smoke program', async (t) => {
    const told = JSON.parse(lastLine(t, await run('smoke')));
    hasFields(t, told, { lock: 'succeeded', unlock: 'succeeded', event: 'webhook.test' });
    t.match(told.override, /^ovr_/);
    t.ok(told.devices > 1, 'it found the devices');
    t.ok(told.logs > 2, 'it went over several pages of records');
  });

  t.test('roster-sync: twice the same roster changes nothing', async (t) => {
    const { body } = await school.request('GET', '/v1/ous?limit=1');
    const file = join(folder, 'roster.csv');
    const rows = [
      'externalId,email,name,grade,ou',
      `SIS-1,ana.new@x.example,Ana Ñandú,9,${body.data[0].path}`,
      `SIS-2,ben.new@x.example,Ben,,${body.data[0].path}`,
      'SIS-3,not an address,Cem,9,',
    ];
    writeFileSync(file, `${rows.join('\r\n')}\r\n`);
    const first = await run('roster-sync', file);
    t.equal(lastLine(t, first), 'created 2, changed 0, unchanged 0, refused 1');
    t.match(first.stderr, /^line 4: /m, 'the refusal names the line');
    t.equal(lastLine(t, await run('roster-sync', file)), 'created 0, changed 0, unchanged 2, refused 1');
  });

  t.test('helpdesk-unblock: opens a site', async (t) => {
    const { body } = await school.request('GET', '/v1/users?role=student&limit=1');
    const said = lastLine(t, await run('helpdesk-unblock', body.data[0].email, 'wiki.example', '30', '4711'));
    t.match(said, /^ovr_\w+ is open until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  });

  t.test('policy-schedule: switches a policy, and minds one that is switched', async (t) => {
    const { body } = await school.request('GET', '/v1/policies?enabled=true&limit=1');
    const [{ id, name }] = body.data;
    t.equal(lastLine(t, await run('policy-schedule', name, 'off')), `${name} is off`);
    t.equal(lastLine(t, await run('policy-schedule', name, 'off')), `${name} was off already`);
    t.equal((await school.request('GET', `/v1/policies/${id}`)).body.enabled, false);
  });

  t.test('weekly-report: prints the week', async (t) => {
    const { code, lines, stderr } = await run('weekly-report');
    t.equal(code, 0, stderr);
    t.match(lines[0], /^Week \d{4}-W\d\d: \d+ requests, \d+ blocked$/);
    t.match(lines.at(-1), /^Alerts: critical \d+, high \d+, medium \d+, low \d+, info \d+$/);
  });
});

/** Of a program that has done its work. */
function lastLine(t: Test, { code, lines, stderr }: GoRun): string {
  t.equal(code, 0, 'it ended well', { said: stderr });
  return lines.at(-1) ?? '';
}
