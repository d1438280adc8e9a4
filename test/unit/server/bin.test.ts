import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type Test, test } from 'tap';
import { hasFields, hasText } from '../../support/has-fields.ts';
import { testFolder } from '../../support/test-folder.ts';
import { until } from '../../support/until.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

const PROGRAMS = [
  { bin: 'server/bin/schoolgate.cjs', entry: 'dist/server/main.js' },
  { bin: 'agent/bin/schoolgate-agent.cjs', entry: 'dist/agent/schoolgate-agent.cjs' },
] as const;

const REPORT = `console.log(JSON.stringify({ version: process.versions.node, args: process.argv.slice(2), env: process.env.SCHOOLGATE_REEXECUTED ?? null }));`;

const otherNode = findOtherNode();
const withoutOtherNode = otherNode === null ? 'no Node outside 22.18 to 22.x on this machine' : false;

for (const { bin, entry } of PROGRAMS) {
  test(`${bin} runs the built program in place on a Node that suits`, (t) => {
    const run = runToEnd(process.execPath, clone(t, { [entry]: REPORT }), bin, ['a', 'b c']);
    hasFields(t, run, { status: 0, stderr: '' });
    t.same(JSON.parse(run.stdout), { version: process.versions.node, args: ['a', 'b c'], env: null });
    t.end();
  });

  test(`${bin} asks for a build when there is none`, (t) => {
    const run = runToEnd(process.execPath, clone(t, {}), bin);
    hasFields(t, run, { status: 1, stdout: '' });
    hasText(t, run.stderr, `${entry} is missing: run "npm run build" first.`);
    t.end();
  });

  test(`${bin} runs the built program on the pinned Node from any other`, { skip: withoutOtherNode }, (t) => {
    const run = runToEnd(otherNode ?? '', clone(t, { [entry]: REPORT }), bin, ['a', 'b c']);
    hasFields(t, run, { status: 0, stderr: '' });
    t.same(JSON.parse(run.stdout), { version: process.versions.node, args: ['a', 'b c'], env: null });
    t.end();
  });
}

const [{ bin: BIN, entry: ENTRY }] = PROGRAMS;

test('a program that fails to load ends with status 1 and its error', (t) => {
  const run = runToEnd(process.execPath, clone(t, { [ENTRY]: `throw new Error('out of chalk')` }), BIN);
  t.equal(run.status, 1);
  hasText(t, run.stderr, 'out of chalk');
  t.end();
});

test('only the warning about node:sqlite is silenced', (t) => {
  const program = `import 'node:sqlite'; process.emitWarning('chalk is low');`;
  const run = runToEnd(process.execPath, clone(t, { [ENTRY]: program }), BIN);
  t.notMatch(run.stderr, 'SQLite');
  hasText(t, run.stderr, 'chalk is low');
  t.end();
});

test('the exit status of the pinned Node is passed on', { skip: withoutOtherNode }, (t) => {
  const run = runToEnd(otherNode ?? '', clone(t, { [ENTRY]: 'process.exit(7)' }), BIN);
  t.equal(run.status, 7);
  t.end();
});

test('a pinned Node that npm was told not to fetch is named as missing', { skip: withoutOtherNode }, (t) => {
  const directory = clone(t, { [ENTRY]: REPORT });
  replacePinnedNode(directory);
  const run = runToEnd(otherNode ?? '', directory, BIN);
  hasFields(t, run, { status: 1, stdout: '' });
  t.match(
    run.stderr,
    /^schoolgate: needs Node 22\.18 or a later 22, not [\d.]+: run "npm ci" to install it\.\n$/,
  );
  t.end();
});

test('a pinned Node of the wrong version is tried once, not for ever', { skip: withoutOtherNode }, (t) => {
  const directory = clone(t, { [ENTRY]: REPORT });
  symlinkSync(otherNode ?? '', join(replacePinnedNode(directory), 'bin'));
  const run = runToEnd(otherNode ?? '', directory, BIN);
  hasFields(t, run, { status: 1, stdout: '' });
  hasText(t, run.stderr, 'needs Node 22.18');
  t.end();
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} reaches the program on the pinned Node`, { skip: withoutOtherNode }, async (t) => {
    const program = `process.on('${signal}', () => process.exit(9)); setInterval(() => {}, 1e6); console.log('ready');`;
    const child = await startReady(t, program);
    child.kill(signal);
    t.same(await once(child, 'exit'), [9, null]);
  });
}

test('a program killed by a signal looks so from outside', { skip: withoutOtherNode }, async (t) => {
  const child = await startReady(t, `setInterval(() => {}, 1e6); console.log('ready');`);
  child.kill('SIGTERM');
  t.same(await once(child, 'exit'), [null, 'SIGTERM']);
});

/** A directory that has what an installed clone has, with these files as its build. */
function clone(t: Test, build: Readonly<Record<string, string>>): string {
  const directory = testFolder(t);
  for (const file of ['server/bin/schoolgate.cjs', 'agent/bin/schoolgate-agent.cjs', 'kit/launch.cjs']) {
    cpSync(join(ROOT, file), join(directory, file));
  }
  for (const [file, content] of Object.entries(build)) {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), content);
  }
  mkdirSync(join(directory, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/node'), join(directory, 'node_modules/node'));
  return directory;
}

/** Puts a `node` package without its program into a clone, and returns its folder. */
function replacePinnedNode(directory: string): string {
  const folder = join(directory, 'node_modules/node');
  rmSync(folder);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'node', bin: { node: 'bin' } }));
  return folder;
}

function runToEnd(node: string, directory: string, bin: string, args: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(node, [join(directory, bin), ...args], {
    encoding: 'utf8',
    env: plainEnvironment(),
  });
  return { status, stdout, stderr };
}

async function startReady(t: Test, program: string): Promise<ChildProcess> {
  const child = spawn(otherNode ?? '', [join(clone(t, { [ENTRY]: program }), BIN)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: plainEnvironment(),
  });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await until(() => output.includes('ready'), { what: 'the program to be ready' });
  return child;
}

/** The environment without what tap adds: its NODE_OPTIONS are for a Node that knows them. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME };
}

/** A Node of this machine that the programs do not accept, which is what the pinned one is for; null without one. */
function findOtherNode(): string | null {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  for (const folder of [...folders, '/usr/local/bin', '/usr/bin']) {
    const file = join(folder, 'node');
    const asked = spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8', env: {} });
    const [major, minor] = (asked.stdout ?? '').split('.').map(Number);
    if (asked.status === 0 && !(major === 22 && (minor ?? 0) >= 18)) return file;
  }
  return null;
}
