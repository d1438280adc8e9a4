import t from 'tap';
import { ATTACKS } from '../hostile/attacks/all.ts';
import { UNDOING } from '../hostile/undoing.ts';
import { runNode } from '../support/child-process.ts';
import { DEFENCES } from './defences.ts';

t.same(Object.keys(DEFENCES), Object.keys(ATTACKS), 'each attack has its defence');

for (const [name, { defence, ...undoing }] of Object.entries(DEFENCES))
  t.test(`${name} succeeds without this: ${defence}`, { timeout: 300_000 }, async (t) => {
    const { code, stdout, stderr } = await runNode(['test/hostile/server.test.ts'], {
      [UNDOING]: JSON.stringify(undoing),
      TAP: '1',
      TAP_GREP: `/honest laptops/\n/^${ATTACKS[name]?.what}$/`,
    });
    t.not(code, 0, `the script fails: ${stderr}`);
    const failures = stdout.match(/^ +not ok \d+ - (.*)$/gm) ?? [];
    t.ok(failures.length > 0, 'and says what gives way');
    t.comment(failures.map((line) => line.trim()).join('; '));
  });
