import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import type { Packer } from '../../installer/system-package.ts';
import { msiPacker } from '../../installer/windows/msi.ts';
import { STEPS } from '../../installer/windows/msi-source.ts';
import { exePacker } from '../../installer/windows/nsis.ts';
import { type SigningKey, signFile, signingKeyOf } from '../../installer/windows/sign.ts';
import { buildStepsLibrary } from '../../installer/windows/steps-library.ts';
import { describeWindowsAgent } from '../../installer/windows/windows-agent-package.ts';
import { guidOf, numbersOf, type WindowsPackage } from '../../installer/windows/windows-package.ts';
import { hasProgram, runPackage, VERSION } from '../support/built-packages.ts';
import { testFolder } from '../support/test-folder.ts';

const COMPILER = 'x86_64-w64-mingw32-gcc';
const missing = ['makensis', 'wixl', 'msiinfo', COMPILER].filter((name) => !hasProgram(name));
const skip =
  missing.length > 0 && `${missing.join(', ')} is missing (Debian: nsis wixl msitools gcc-mingw-w64)`;
const cannotSign = hasProgram('osslsigncode') ? false : 'osslsigncode is missing';

const OPTIONS = { epoch: 1_700_000_000, fast: true };
const FILES = [
  'license.txt',
  'schoolgate-agent.exe',
  'schoolgate-enroll.ini.example',
  'schoolgate-host.exe',
  'shipped-names.bin',
  'shipped-names.txt',
  'third-party-notices.txt',
];
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A package with programs of a few bytes in place of the agent and its host. */
async function tinyPackage(folder: string, signing: SigningKey | null = null): Promise<WindowsPackage> {
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'tiny.c');
  writeFileSync(source, 'int main(void) { return 0; }\n');
  const program = (name: string): string => {
    const file = join(folder, name);
    run(COMPILER, '-s', '-Wl,--no-insert-timestamp', '-o', file, source);
    return file;
  };
  const programs = {
    agent: program('schoolgate-agent.exe'),
    host: program('schoolgate-host.exe'),
    steps: join(folder, 'schoolgate_steps.dll'),
  };
  await buildStepsLibrary(programs.steps);
  return describeWindowsAgent('win-x64', programs, { notices: 'Notices.\n', components: [], signing });
}

async function pack(packer: Packer<WindowsPackage>, contents: WindowsPackage, out: string): Promise<string> {
  mkdirSync(out, { recursive: true });
  const file = join(out, packer.fileName(contents));
  await packer.pack(contents, file, OPTIONS);
  return file;
}

/** A table of an .msi, its rows by their columns, without the three lines of its head. */
function rowsOf(msi: string, table: string): readonly (readonly string[])[] {
  const lines = run('msiinfo', 'export', msi, table).trimEnd().split('\n');
  return lines.slice(3).map((line) => line.replace('\r', '').split('\t'));
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

t.test('the agent as an .msi', { skip }, async (t) => {
  const folder = testFolder(t);
  const contents = await tinyPackage(folder);
  const msi = await pack(msiPacker, contents, join(folder, 'first'));

  t.test('it holds exactly the files that are meant, as they are', (t) => {
    const tree = join(folder, 'tree');
    run('msiextract', '--directory', tree, msi);
    // It makes no folders of Windows's own.
    const program = join(tree, 'Schoolgate');
    t.same(readdirSync(program).sort(), FILES);
    for (const entry of contents.entries)
      if ('file' in entry && entry.path.startsWith('/Program Files/'))
        t.equal(sha256(join(program, basename(entry.path))), sha256(entry.file), entry.path);
    t.equal(rowsOf(msi, 'File').length, FILES.length + 1, 'and the link in the start menu');
    t.end();
  });

  t.test('it says what it is', (t) => {
    const properties = new Map(rowsOf(msi, 'Property').map(([name = '', value = '']) => [name, value]));
    t.equal(properties.get('ProductVersion'), VERSION);
    t.equal(properties.get('ALLUSERS'), '1');
    t.equal(properties.get('UpgradeCode'), guidOf('upgrade'));
    t.equal(guidOf('upgrade'), '{1671212F-FDE0-800F-8315-708699D24DC3}', 'never another: upgrades go by it');
    t.match(run('msiinfo', 'suminfo', msi), /Template: x64;1033/);
    t.end();
  });

  t.test('secrets reach SYSTEM, and no log', (t) => {
    const properties = new Map(rowsOf(msi, 'Property').map(([name = '', value = '']) => [name, value]));
    const list = (name: string): readonly string[] => properties.get(name)?.split(';') ?? [];
    for (const name of ['SERVER', 'TOKEN', 'REMOVALCODE'])
      t.ok(list('SecureCustomProperties').includes(name), name);
    for (const name of ['TOKEN', 'REMOVALCODE', 'SchoolgateEnroll', 'SchoolgateGiveBack', 'CustomActionData'])
      t.ok(list('MsiHiddenProperties').includes(name), name);
    const hidden = rowsOf(msi, 'CustomAction').filter(([, type]) => (Number(type) & 0x2000) !== 0);
    t.same(hidden.map(([action]) => action).sort(), ['SchoolgateEnroll', 'SchoolgateGiveBack']);
    t.end();
  });

  t.test('its steps come in their order, as SYSTEM, and inside the transaction', (t) => {
    const order = [...rowsOf(msi, 'InstallExecuteSequence')]
      .sort(([, , one], [, , other]) => Number(one) - Number(other))
      .map(([action = '']) => action);
    const kept = new Set([
      ...STEPS.map(({ action }) => action),
      ...['InstallInitialize', 'RemoveExistingProducts', 'RemoveFiles', 'InstallFiles', 'InstallFinalize'],
    ]);
    t.same(
      order.filter((action) => kept.has(action)),
      [
        'MsiPrepare',
        'InstallInitialize',
        'RemoveExistingProducts',
        'SchoolgateRestart',
        'SchoolgateGiveBack',
        'SchoolgateStop',
        'RemoveFiles',
        'InstallFiles',
        'SchoolgateUndoInstall',
        'SchoolgateEnroll',
        'SchoolgateInstall',
        'SchoolgateRemoveState',
        'InstallFinalize',
      ],
    );
    const types = new Map(rowsOf(msi, 'CustomAction').map(([action, type]) => [action, Number(type)]));
    for (const { action, when } of STEPS) {
      const type = types.get(action) ?? 0;
      if (when !== 'immediate') t.equal(type & 0xc00, 0xc00, `${action} is deferred and not impersonated`);
      t.equal((type & 0x100) !== 0, when === 'rollback', action);
      t.equal((type & 0x200) !== 0, when === 'commit', action);
    }
    t.end();
  });

  t.test('an upgrade is no removal, and only a newer version is one', (t) => {
    const conditions = new Map(rowsOf(msi, 'InstallExecuteSequence').map(([action, when]) => [action, when]));
    for (const action of ['SchoolgateGiveBack', 'SchoolgateRemoveState'])
      t.equal(conditions.get(action), 'REMOVE="ALL" AND NOT UPGRADINGPRODUCTCODE');
    t.same(
      rowsOf(msi, 'LaunchCondition').map(([condition]) => condition),
      ['NOT WIX_DOWNGRADE_DETECTED', 'Installed OR INSTALLEDBY <> "exe"', 'Installed OR VersionNT64 >= 603'],
    );
    t.end();
  });

  t.test('every step is a function of the library that is inside', (t) => {
    const exported = run('x86_64-w64-mingw32-objdump', '--private-headers', contents.steps.file);
    for (const { entry } of STEPS) t.match(exported, new RegExp(`\\b${entry}\\n`));
    t.end();
  });

  await t.test(
    'the same built elsewhere is the same bytes, and another version has other codes',
    async (t) => {
      const elsewhere = join(folder, 'elsewhere');
      const again = await pack(msiPacker, await tinyPackage(elsewhere), join(folder, 'second'));
      t.equal(sha256(again), sha256(msi));
      const newer = await pack(msiPacker, { ...contents, version: '99.0.0-rc.1' }, folder);
      const code = (file: string): string | undefined =>
        rowsOf(file, 'Property').find(([name]) => name === 'ProductCode')?.[1];
      t.not(code(newer), code(msi));
      t.equal(rowsOf(newer, 'Property').find(([name]) => name === 'ProductVersion')?.[1], '99.0.0');
    },
  );
});

t.test('the agent as a setup.exe', { skip }, async (t) => {
  const folder = testFolder(t);
  const contents = await tinyPackage(folder);
  const setup = await pack(exePacker, contents, join(folder, 'first'));

  t.test('it is a program for x64 that says what it is', (t) => {
    const program = readFileSync(setup);
    const header = program.readUInt32LE(0x3c);
    t.equal(program.toString('latin1', header, header + 4), 'PE\0\0');
    t.equal(program.readUInt16LE(header + 4), 0x8664);
    const resources = program.toString('utf16le');
    const shifted = program.subarray(1).toString('utf16le');
    for (const text of ['Setup of the Schoolgate agent', VERSION])
      t.ok(resources.includes(text) || shifted.includes(text), text);
    t.match(program.toString('latin1'), /requestedExecutionLevel level="requireAdministrator"/);
    t.end();
  });

  await t.test('the same built elsewhere is the same bytes', async (t) => {
    const elsewhere = join(folder, 'elsewhere');
    const again = await pack(exePacker, await tinyPackage(elsewhere), join(folder, 'second'));
    t.equal(sha256(again), sha256(setup));
  });

  t.test('all that is installed is inside', (t) => {
    const bytes = contents.entries.reduce(
      (sum, entry) => sum + ('file' in entry ? statSync(entry.file).size : 0),
      0,
    );
    t.ok(statSync(setup).size > bytes / 4, 'compressed');
    t.end();
  });
});

t.test('signed programs and installers', { skip: skip || cannotSign }, async (t) => {
  const folder = testFolder(t);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=Throw-away', '-addext', 'extendedKeyUsage=codeSigning', '-days', '30'];
  run(
    'openssl',
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', certificate],
  );
  const [pkcs12, passwordFile] = [join(folder, 'key.p12'), join(folder, 'password')];
  writeFileSync(passwordFile, 'correct horse');
  run(
    'openssl',
    ...[
      'pkcs12',
      '-export',
      '-inkey',
      key,
      '-in',
      certificate,
      '-out',
      pkcs12,
      '-passout',
      `file:${passwordFile}`,
    ],
  );
  const env = { SCHOOLGATE_SIGN_PKCS12: pkcs12, SCHOOLGATE_SIGN_PASSWORD_FILE: passwordFile };
  // makensis starts a process that signs the uninstaller.
  Object.assign(process.env, env);
  t.teardown(() => {
    for (const name of Object.keys(env)) delete process.env[name];
  });
  const signing = await signingKeyOf(env);
  if (signing === null) throw new Error('there is a key');
  const contents = await tinyPackage(folder, signing);
  const now = Math.floor(Date.now() / 1_000);
  const verify = (file: string): string => run('osslsigncode', 'verify', '-CAfile', certificate, '-in', file);

  for (const packer of [exePacker, msiPacker]) {
    const name = packer.fileName(contents);
    const file = join(folder, name);
    await packer.pack(contents, file, { epoch: now, fast: true });
    t.match(verify(file), /Succeeded/, name);
    const again = join(folder, `again-${name}`);
    await packer.pack(contents, again, { epoch: now, fast: true });
    t.equal(sha256(again), sha256(file), 'and twice the same');
  }

  const program = join(folder, 'schoolgate-agent.exe');
  const unsigned = sha256(program);
  await signFile(program, signing, now);
  t.not(sha256(program), unsigned);
  t.match(verify(program), /Succeeded/);
  await signFile(program, signing, now);
  t.match(verify(program), /Number of verified signatures: 1|Succeeded/, 'a signature is replaced');
});

t.test('what Windows can compare of a version', (t) => {
  t.equal(numbersOf('0.2.0'), '0.2.0');
  t.equal(numbersOf('1.12.3-rc.1'), '1.12.3');
  t.throws(() => numbersOf('1.2'), /cannot compare/);
  t.end();
});

t.test('a machine without the programs leaves the kinds out, or says which it lacks', async (t) => {
  const out = testFolder(t);
  const nothing = { PATH: join(out, 'nothing') };
  const named = await runPackage(['--target', 'win-x64', '--kind', 'msi', '--out', out], nothing);
  t.equal(named.code, 1);
  t.match(named.stderr, /msi needs wixl \(Debian: wixl\), which is not here/);
  const all = await runPackage(['--target', 'win-x64', '--out', out], nothing);
  t.equal(all.code, 0, all.stderr);
  t.match(all.stdout, /left out: exe needs makensis[\s\S]*left out: msi needs wixl/);
});
