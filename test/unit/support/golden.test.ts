import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { changedLines, goldenText } from '../../support/golden.ts';
import { testFolder } from '../../support/test-folder.ts';

/** Sets variables of the environment until the test ends. */
function environment(t: Test, values: Readonly<Record<string, string | undefined>>): void {
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const [name, value] of Object.entries(values)) {
    const before = process.env[name];
    t.teardown(() => set(name, before));
    set(name, value);
  }
}

t.test('the committed text is what counts, and one that is missing is empty', async (t) => {
  environment(t, { SCHOOLGATE_GOLDEN: undefined });
  const folder = testFolder(t, { 'plan.txt': 'old\n' });
  t.equal(goldenText(join(folder, 'plan.txt'), 'new\n'), 'old\n');
  t.equal(goldenText(join(folder, 'none.txt'), 'new\n'), '');
});

t.test('when asked for it is written anew, and says which lines changed', async (t) => {
  environment(t, { SCHOOLGATE_GOLDEN: 'write', CI: undefined });
  const said = t.capture(process.stderr, 'write', () => true);
  const path = join(testFolder(t, { 'plan.txt': 'kept\nold\n' }), 'plan.txt');
  t.equal(goldenText(path, 'kept\nnew\n'), 'kept\nnew\n');
  t.equal(readFileSync(path, 'utf8'), 'kept\nnew\n');
  t.strictSame(
    said().map(({ args }) => args[0]),
    [`${path} was written anew:\n- old\n+ new\n`],
  );
});

t.test('CI writes nothing', async (t) => {
  environment(t, { SCHOOLGATE_GOLDEN: 'write', CI: 'true' });
  const path = join(testFolder(t, { 'plan.txt': 'old\n' }), 'plan.txt');
  t.throws(() => goldenText(path, 'new\n'), { message: /not for CI/ });
  t.equal(readFileSync(path, 'utf8'), 'old\n');
});

t.test('a line that comes once more is told once', async (t) => {
  t.strictSame(changedLines('a\nb\na', 'a\na\na\nc'), ['+ a', '- b', '+ c']);
});
