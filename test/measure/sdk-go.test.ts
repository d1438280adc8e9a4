// Publishes the module of the client for Go into a folder, as a proxy of modules would have it, and uses it as a stranger would. Needs Go alone.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ROOT } from '../support/child-process.ts';
import { runBuilt, runGo } from '../support/go-program.ts';
import { hasFields } from '../support/has-fields.ts';
import { createSdkSchool } from '../support/sdk-school.ts';
import { testFolder } from '../support/test-folder.ts';

const MODULE = 'github.com/schoolgate/schoolgate/sdk/go';
const SOURCES = join(ROOT, 'sdk/go');

t.test('the module of the client for Go', async (t) => {
  const folder = testFolder(t);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const zip = publish(join(folder, 'proxy'), `v${version}`);
  t.comment(`module: ${statSync(zip).size} bytes, of what is committed`);

  const clean = join(folder, 'clean');
  mkdirSync(clean);
  const env = {
    GOPROXY: `file://${join(folder, 'proxy')}`,
    GOSUMDB: 'off',
    GOMODCACHE: join(folder, 'modules'),
    GOFLAGS: '-modcacherw',
  };
  const go = (...args: string[]) => succeeds(t, args, env, clean);
  await go('mod', 'init', 'clean.example');
  cpSync(join(SOURCES, 'internal/smoke/main.go'), join(clean, 'main.go'));
  await go('get', `${MODULE}@v${version}`);
  for (const line of await go('list', '-m', 'all')) t.comment(line);
  await go('vet', '.', `${MODULE}/...`);
  const digests: string[] = [];
  for (const name of ['first', 'second']) {
    await go('build', '-trimpath', '-o', name, '.');
    digests.push(
      createHash('sha256')
        .update(readFileSync(join(clean, name)))
        .digest('hex'),
    );
  }
  t.equal(digests[0], digests[1], 'a second build gives the same bytes');
  t.comment(`a program with it: ${statSync(join(clean, 'first')).size} bytes`);
  const traced = await runBuilt(join(clean, 'first'), [], { GODEBUG: 'inittrace=1' });
  const [ready = 'no package of its own to initialize'] = traced.stderr.match(`init ${MODULE} .*`) ?? [];
  t.comment(ready);

  const { env: where } = await createSdkSchool(t, join(folder, 'school'));
  const { code, lines, stderr } = await runBuilt(join(clean, 'first'), [], where);
  t.equal(code, 0, 'the smoke program ends well', { said: stderr });
  hasFields(t, JSON.parse(lines.at(-1) ?? '{}'), {
    lock: 'succeeded',
    unlock: 'succeeded',
    event: 'webhook.test',
  });
  await go('build', '-o', 'report', `${MODULE}/examples/weekly-report`);
  t.equal((await runBuilt(join(clean, 'report'), [], where)).code, 0, 'an example of the module');
  for (const name of readdirSync(join(SOURCES, 'examples'))) {
    const text = readFileSync(join(SOURCES, 'examples', name, 'main.go'), 'utf8');
    t.comment(`${name}: ${text.trimEnd().split('\n').length} lines`);
  }
});

/** Writes the committed module as `go help goproxy` says; its archive. */
function publish(proxy: string, version: string): string {
  const folder = join(proxy, MODULE, '@v');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'list'), `${version}\n`);
  writeFileSync(join(folder, `${version}.info`), JSON.stringify({ Version: version }));
  cpSync(join(SOURCES, 'go.mod'), join(folder, `${version}.mod`));
  const zip = join(folder, `${version}.zip`);
  const prefix = `${MODULE}@${version}/`;
  execFileSync('git', ['archive', '--format=zip', `--prefix=${prefix}`, `--output=${zip}`, 'HEAD:sdk/go'], {
    cwd: ROOT,
  });
  return zip;
}

async function succeeds(
  t: Test,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<readonly string[]> {
  const { code, lines, stderr } = await runGo(args, env, folder);
  t.equal(code, 0, `go ${args.slice(0, 2).join(' ')}`, { said: stderr });
  return lines;
}
