// Builds the package of the client for Python as it would be published, and uses it as a stranger would. Needs what pip gets from PyPI.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { hasFields } from '../support/has-fields.ts';
import { PYTHON, runPython } from '../support/python-program.ts';
import { createSdkSchool } from '../support/sdk-school.ts';
import { testFolder } from '../support/test-folder.ts';

const BUILD_TOOLS = ['build==1.6.1', 'hatchling', 'twine', 'check-wheel-contents', 'mypy'];

t.test('the package of the client for Python', async (t) => {
  const folder = testFolder(t);
  const tools = await environment(t, join(folder, 'tools'), BUILD_TOOLS);
  const build = async (name: string): Promise<readonly string[]> => {
    const to = join(folder, name);
    await succeeds(t, tools, ['-m', 'build', '--outdir', to, 'sdk/python']);
    return readdirSync(to)
      .toSorted()
      .map((file) => join(to, file));
  };
  const files = await build('first');
  const again = await build('second');
  t.strictSame(files.map(digest), again.map(digest), 'a second build gives the same bytes');
  for (const file of files) t.comment(`${file.slice(folder.length + 7)}: ${statSync(file).size} bytes`);
  await succeeds(t, tools, ['-m', 'twine', 'check', '--strict', ...files]);
  const wheel = files.find((file) => file.endsWith('.whl')) ?? '';
  await succeeds(t, tools, ['-m', 'check_wheel_contents', wheel]);

  const clean = await environment(t, join(folder, 'clean'), [wheel]);
  for (const line of await succeeds(t, clean, ['-m', 'pip', 'list', '--format=freeze'])) t.comment(line);
  const timed =
    'import time; a = time.perf_counter(); import httpx; b = time.perf_counter(); import schoolgate; c = time.perf_counter(); print(f"import httpx {(b - a) * 1000:.0f} ms, schoolgate {(c - b) * 1000:.0f} ms")';
  for (const line of await succeeds(t, clean, ['-c', timed])) t.comment(line);
  const typed = ['-m', 'mypy', '--strict', '--python-executable', clean, 'sdk/python/tests/typed_program.py'];
  await succeeds(t, tools, typed);

  // Of its own test: the school's folder is that of the test, which is emptied for it.
  await t.test('with a real server', async (t) => {
    const { env } = await createSdkSchool(t);
    const [told] = await succeeds(t, clean, ['sdk/python/smoke/smoke.py'], env);
    hasFields(t, JSON.parse(told ?? '{}'), { lock: 'succeeded', unlock: 'succeeded', event: 'webhook.test' });
    await succeeds(t, clean, ['sdk/python/examples/weekly_report.py'], env);
  });
  for (const file of readdirSync('sdk/python/examples').filter((name) => name.endsWith('.py'))) {
    const lines = readFileSync(join('sdk/python/examples', file), 'utf8').trimEnd().split('\n').length;
    t.comment(`${file}: ${lines} lines`);
  }
});

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** A virtual environment with these packages; its Python. */
async function environment(t: Test, folder: string, packages: readonly string[]): Promise<string> {
  await succeeds(t, PYTHON, ['-m', 'venv', folder]);
  const python = join(folder, 'bin/python');
  t.ok(existsSync(python));
  await succeeds(t, python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  return python;
}

/** What a program prints that must end well. */
async function succeeds(
  t: Test,
  python: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { code, lines, stderr } = await runPython(args, env, python);
  t.equal(code, 0, args.slice(0, 3).join(' '), { said: `${stderr}\n${lines.join('\n')}` });
  return lines;
}
