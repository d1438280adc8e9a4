// Packs the client for Node as it would be published, and uses it as a stranger would. Needs what npm gets from its registry.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT, runNode } from '../support/child-process.ts';
import { hasFields } from '../support/has-fields.ts';
import { createSdkSchool } from '../support/sdk-school.ts';
import { testFolder } from '../support/test-folder.ts';

const SOURCES = join(ROOT, 'sdk/node');
const run = (folder: string, program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8' });

t.test('the package of the client for Node', async (t) => {
  const folder = testFolder(t);
  const { env } = await createSdkSchool(t, folder);
  const made = join(folder, 'package');
  mkdirSync(made);
  for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'])
    cpSync(join(SOURCES, file), join(made, file));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = join(SOURCES, 'tsconfig.package.json');
  run(ROOT, process.execPath, compiler, '-p', project, '--outDir', join(made, 'dist'));
  const [tarball = ''] = run(made, 'npm', 'pack', '--silent').trim().split('\n');
  t.comment(`${tarball}: ${statSync(join(made, tarball)).size} bytes`);

  const clean = join(folder, 'clean');
  mkdirSync(clean);
  writeFileSync(join(clean, 'package.json'), '{"private": true, "type": "module"}');
  run(clean, 'npm', 'install', '--silent', '--no-audit', '--no-fund', join(made, tarball));
  t.strictSame(readdirSync(join(clean, 'node_modules/@schoolgate')), ['sdk']);
  t.comment(`it brings ${readdirSync(join(clean, 'node_modules')).filter((name) => !/^[.@]/.test(name))}`);
  cpSync(join(SOURCES, 'examples'), join(clean, 'examples'), { recursive: true });
  cpSync(join(SOURCES, 'test/smoke.mjs'), join(clean, 'smoke.mjs'));

  const smoke = await runNode([join(clean, 'smoke.mjs')], env);
  hasFields(t, JSON.parse(smoke.stdout), { lock: 'succeeded', unlock: 'succeeded', event: 'webhook.test' });
  const report = await runNode([join(clean, 'examples/weekly-report.mjs')], env);
  t.equal(report.code, 0, report.stderr);
  const timed =
    "const a = performance.now(); await import('@schoolgate/sdk'); console.log(Math.round(performance.now() - a));";
  writeFileSync(join(clean, 'timed.mjs'), timed);
  t.comment(`time to import: ${(await runNode([join(clean, 'timed.mjs')])).stdout} ms`);
  for (const file of readdirSync(join(SOURCES, 'examples')))
    t.comment(
      `${file}: ${
        readFileSync(join(SOURCES, 'examples', file), 'utf8')
          .trimEnd()
          .split('\n').length
      } lines`,
    );
});
