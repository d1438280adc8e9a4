import type { Test } from 'tap';
import { runNode, SERVER_MAIN, startNode } from '../../support/child-process.ts';
import { hasFields } from '../../support/has-fields.ts';

export const NONE = { SCHOOLGATE_DATA_DIR: '', SCHOOLGATE_CONFIG: '', SCHOOLGATE_LOG_LEVEL: 'warn' };
export const ANY_PORTS: readonly string[] = ['--http-port', '0', '--mqtt-port', '0'];

/** What `serve --json` says when it is ready. */
export interface Facts {
  readonly http: string;
  readonly mqtt: number;
  readonly signIn: string | null;
  readonly dataDir: string;
  readonly pid: number;
}

/** A real server on a data folder, ended by teardown. */
export async function serving(
  t: Test,
  {
    dataDir,
    args = ANY_PORTS,
    env = {},
  }: { dataDir: string; args?: readonly string[]; env?: Record<string, string> },
) {
  const server = startNode([SERVER_MAIN, 'serve', '--json', '--data-dir', dataDir, ...args], {
    ...NONE,
    ...env,
  });
  t.teardown(() => server.end('SIGKILL'));
  const facts = JSON.parse(await server.line(/"http"/)) as Facts;
  return { server, facts };
}

/** Starting ends with status 1 and one sentence, nothing else. */
export async function fails(
  t: Test,
  args: readonly string[],
  sentence: RegExp,
  env: Record<string, string> = {},
) {
  const { code, stdout, stderr } = await runNode([SERVER_MAIN, 'serve', ...args], { ...NONE, ...env });
  t.equal(code, 1);
  t.equal(stdout, '');
  hasFields(t, stderr, sentence);
  t.equal(stderr.trim().split('\n').length, 1, 'one line');
}
