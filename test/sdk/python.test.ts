import { join } from 'node:path';
import t from 'tap';
import { runPython } from '../support/python-program.ts';
import { testSdkPrograms } from '../support/sdk-programs.ts';
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
  const folder = testFolder(t);
  const { env, school } = await createSdkSchool(t, join(folder, 'school'));
  const fileOf = (name: string): string =>
    name === 'smoke' ? 'smoke/smoke.py' : `examples/${name.replaceAll('-', '_')}.py`;
  testSdkPrograms(t, {
    school,
    folder,
    run: (name, ...args) => runPython([`sdk/python/${fileOf(name)}`, ...args], env),
  });
});
