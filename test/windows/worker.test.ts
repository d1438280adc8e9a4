import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import t from 'tap';
import { fetchNode } from '../../installer/executable/fetch-node.ts';
import { buildHost } from '../../installer/windows/host-program.ts';
import { ROOT } from '../support/child-process.ts';
import { hasText } from '../support/has-fields.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { HAS_WINE, openWine } from '../support/wine.ts';

const FOLDER = 'C:\\Program Files\\Schoolgate';
const PROGRAM = `${FOLDER}\\schoolgate-host.exe`;
const SERVICES = 'HKLM\\SYSTEM\\CurrentControlSet\\Services';

const skip = HAS_WINE ? false : 'needs Wine (Debian: wine64)';

t.test('the worker is a service that the host starts for the agent', { skip }, async (t) => {
  const out = testFolder(t);
  const wine = await openWine(t);
  const here = (name: string): string => wine.path(`${FOLDER}\\${name}`);
  await mkdir(dirname(wine.path(PROGRAM)), { recursive: true });
  await buildHost({
    arch: 'x64',
    recording: true,
    version: '0.0.0',
    out,
    agentCommand: '"%ls\\node.exe" "%ls\\worker-agent.cjs"',
    workerCommand: '"%ls\\node.exe" "%ls\\worker-process.cjs"',
  });
  await copyFile(join(out, 'schoolgate-host.exe'), wine.path(PROGRAM));
  await copyFile((await fetchNode('win-x64')).program, here('node.exe'));
  await build({
    absWorkingDir: join(ROOT, 'test/windows'),
    entryPoints: ['worker-agent.ts', 'worker-process.ts'],
    outdir: dirname(wine.path(PROGRAM)),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
  });
  const notes = (): Map<string, unknown> =>
    new Map(
      readFileSync(here('notes.txt'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { what: string; value: unknown })
        .map(({ what, value }) => [what, value]),
    );
  const noted = async (what: string): Promise<unknown> => {
    try {
      return (await until(() => notes().has(what) && { value: notes().get(what) }, { what })).value;
    } catch (error) {
      for (const name of ['notes.txt', 'agent.log'])
        if (existsSync(here(name))) t.comment(name, readFileSync(here(name), 'utf8'));
      throw error;
    }
  };

  t.same(await wine.run(PROGRAM, ['install']), { code: 0, output: '' });
  const { args, env } = (await noted('first is')) as { args: string[]; env: string[] };
  t.same(args, ['worker', '--log-level', 'a "b\\ ä'], 'the worker gets its arguments');
  t.notOk(env.includes('SCHOOLGATE_HOST_FD'), 'and nothing of the service');
  t.comment(`its environment: ${env.join(', ')}`);
  t.equal(await noted('first says'), 'answered', 'it speaks with the agent over file 3');
  t.equal(await noted('power'), 3, 'the agent is served meanwhile');
  t.equal(await noted('first ended'), 'exit code 1', 'it is killed, and its end told');
  t.ok(await noted('second is'), 'another follows');
  t.equal(await noted('second ended'), 'exit code 7', 'its own end is told with its code');
  t.ok(await noted('third is'));
  hasText(t, readFileSync(here('agent.log'), 'utf8'), 'the worker logs', 'it logs beside the agent');

  const services = async (): Promise<readonly boolean[]> => {
    const there: boolean[] = [];
    for (const name of ['SchoolgateAgent', 'SchoolgateWorker'])
      there.push((await wine.run('reg', ['query', `${SERVICES}\\${name}`])).code === 0);
    return there;
  };
  t.same(await services(), [true, true]);
  t.same(await wine.run(PROGRAM, ['uninstall']), { code: 0, output: '' });
  t.same(await services(), [false, false], 'neither service is left');
});
