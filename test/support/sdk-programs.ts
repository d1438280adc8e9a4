import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { hasFields } from './has-fields.ts';
import type { School } from './school.ts';

/** What a program has said when it has ended. */
export interface ProgramRun {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly stderr: string;
}

export interface SdkPrograms {
  readonly school: School;
  /** For the roster. */
  readonly folder: string;
  /** Runs `smoke`, or an example by its name: `roster-sync`. */
  readonly run: (name: string, ...args: readonly string[]) => Promise<ProgramRun>;
}

/** What the smoke program and the examples of a client do with a school, in each language that says it in the same words. */
export function testSdkPrograms(t: Test, { school, folder, run }: SdkPrograms): void {
  t.test('the smoke program', async (t) => {
    const told = JSON.parse(lastLine(t, await run('smoke')));
    hasFields(t, told, { lock: 'succeeded', unlock: 'succeeded', event: 'webhook.test' });
    t.match(told.override, /^ovr_/);
    t.ok(told.devices > 1, 'it found the devices');
    t.ok(told.logs > 2, 'it went over several pages of records');
  });

  t.test('roster sync: twice the same roster changes nothing', async (t) => {
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

  t.test('helpdesk: opens a site', async (t) => {
    const { body } = await school.request('GET', '/v1/users?role=student&limit=1');
    const said = lastLine(t, await run('helpdesk-unblock', body.data[0].email, 'wiki.example', '30', '4711'));
    t.match(said, /^ovr_\w+ is open until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  });

  t.test('policy schedule: switches a policy, and minds one that is switched', async (t) => {
    const { body } = await school.request('GET', '/v1/policies?enabled=true&limit=1');
    const [{ id, name }] = body.data;
    t.equal(lastLine(t, await run('policy-schedule', name, 'off')), `${name} is off`);
    t.equal(lastLine(t, await run('policy-schedule', name, 'off')), `${name} was off already`);
    t.equal((await school.request('GET', `/v1/policies/${id}`)).body.enabled, false);
  });

  t.test('weekly report: prints the week', async (t) => {
    const { lines, stderr } = await run('weekly-report');
    t.match(lines[0], /^Week \d{4}-W\d\d: \d+ requests, \d+ blocked$/, { said: stderr });
    t.match(lines.at(-1), /^Alerts: critical \d+, high \d+, medium \d+, low \d+, info \d+$/);
  });
}

/** Of a program that has done its work. */
function lastLine(t: Test, { code, lines, stderr }: ProgramRun): string {
  t.equal(code, 0, 'it ended well', { said: stderr });
  return lines.at(-1) ?? '';
}
