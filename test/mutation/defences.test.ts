import t from 'tap';
import { ATTACKS } from '../hostile/attacks/all.ts';
import { FULL_DISK_FLOOD } from '../hostile/full-disk.ts';
import { UNDOING } from '../hostile/preloads.ts';
import { runNode } from '../support/child-process.ts';
import { DEFENCES } from './defences.ts';

const scripts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ATTACKS).map(([name, { what }]) => [name, what])),
  FULL_DISK_FLOOD,
};

t.same(
  [...Object.keys(DEFENCES), 'UNREAD_ANSWERS'].sort(),
  Object.keys(scripts).sort(),
  'each script has its defence',
);

for (const [name, { defence, ...undoing }] of Object.entries(DEFENCES))
  t.test(`${name} succeeds without this: ${defence}`, { timeout: 300_000 }, async (t) => {
    const { code, stdout, stderr } = await runNode(['test/hostile/server.test.ts'], {
      [UNDOING]: JSON.stringify(undoing),
      TAP: '1',
      TAP_GREP: `/honest laptops/\n/^${scripts[name]}$/`,
    });
    t.ok(stdout.includes(`    # Subtest: ${scripts[name]}\n`), `the server runs without it: ${stderr}`);
    t.not(code, 0, 'the script fails');
    const failures = stdout.match(/^ +not ok \d+ - (.*)$/gm) ?? [];
    t.ok(failures.length > 0, 'and says what gives way');
    t.comment(failures.map((line) => line.trim()).join('; '));
  });
