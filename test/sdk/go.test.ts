import { join } from 'node:path';
import t from 'tap';
import { runBuilt, runGo } from '../support/go-program.ts';
import { testSdkPrograms } from '../support/sdk-programs.ts';
import { createSdkSchool } from '../support/sdk-school.ts';
import { testFolder } from '../support/test-folder.ts';

interface GoEvent {
  readonly Action: string;
  readonly Test?: string;
  readonly Output?: string;
}

t.test('the tests of the client for Go', async (t) => {
  // Anew each time: Go does not look whether files outside the module, as the cases, are as they were.
  const { code, lines, stderr } = await runGo(['test', '-count=1', '-json', './...']);
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
  testSdkPrograms(t, {
    school,
    folder,
    run: (name, ...args) => runBuilt(join(folder, name), args, env),
  });
});
